SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-169782' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 169782 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (169782)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (1,2);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (169782) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '39545' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (39545) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 169782 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-207002' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 207002 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (207002)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (2,3);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (207002) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '170639' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (170639) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 207002 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (25316,25317,25318,25319,25320,25321,25322,25323,25324,25325);
SELECT * FROM wp_posts WHERE ID = 25316 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (25316)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (3,4);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (25316) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '18989' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (18989) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 25316 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-280957' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 280957 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (280957)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (4,5);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (280957) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '24676' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (24676) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 280957 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (280957,280958,280959);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-191727' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 191727 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (191727)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (5,6);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (191727) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '152775' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (152775) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 191727 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (30409,30410,30411,30412,30413,30414,30415,30416,30417,30418);
SELECT * FROM wp_posts WHERE ID = 30409 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (30409)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (6,7);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (30409) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '133022' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (133022) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 30409 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-112564' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 112564 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (112564)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (7,8);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (112564) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '9830' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (9830) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 112564 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-45062' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 45062 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (45062)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (8,9);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (45062) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '113678' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (113678) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 45062 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (45062,45063,45064);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (219243,219244,219245,219246,219247,219248,219249,219250,219251,219252);
SELECT * FROM wp_posts WHERE ID = 219243 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (219243)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (9,10);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (219243) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '18313' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (18313) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 219243 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-126177' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 126177 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (126177)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (10,11);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (126177) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '23780' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (23780) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 126177 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT * FROM wp_users WHERE user_login = 'user23780' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (126177, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 126177 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 126177;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-288908' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 288908 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (288908)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (11,12);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (288908) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '111286' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (111286) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 288908 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (30991,30992,30993,30994,30995,30996,30997,30998,30999,31000);
SELECT * FROM wp_posts WHERE ID = 30991 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (30991)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (12,13);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (30991) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '148231' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (148231) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 30991 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (30991,30992,30993);
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x12', '1', 'off') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
DELETE FROM `wp_options` WHERE `option_name` = '_transient_x0';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-64908' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 64908 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (64908)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (13,14);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (64908) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '58521' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (58521) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 64908 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-330630' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 330630 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (330630)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (14,15);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (330630) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '164478' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (164478) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 330630 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (305659,305660,305661,305662,305663,305664,305665,305666,305667,305668);
SELECT * FROM wp_posts WHERE ID = 305659 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (305659)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (15,16);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (305659) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '16217' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (16217) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 305659 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT post_status, COUNT( * ) AS num_posts FROM wp_posts WHERE post_type = 'post' GROUP BY post_status;
INSERT INTO `wp_posts` (`post_author`, `post_date`, `post_date_gmt`, `post_content`, `post_content_filtered`, `post_title`, `post_excerpt`, `post_status`, `post_type`, `to_ping`, `pinged`, `post_name`) VALUES (16217, '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'Hello', '', 'Title', '', 'draft', 'post', '', '', '');
INSERT INTO `wp_postmeta` (`post_id`, `meta_key`, `meta_value`) VALUES (305659, '_edit_lock', '1767340800:1');
UPDATE `wp_usermeta` SET `meta_value` = 'x' WHERE `user_id` = 16217 AND `meta_key` = 'session_tokens';
SELECT p.ID FROM wp_posts p INNER JOIN wp_postmeta m ON m.post_id = p.ID WHERE m.meta_key = '_thumbnail_id' AND m.meta_value = '305659';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-302569' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 302569 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (302569)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (16,17);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (302569) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '153497' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (153497) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 302569 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (302569,302570,302571);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-207975' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 207975 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (207975)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (17,18);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (207975) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '13000' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (13000) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 207975 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (115911,115912,115913,115914,115915,115916,115917,115918,115919,115920);
SELECT * FROM wp_posts WHERE ID = 115911 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (115911)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (18,19);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (115911) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '12212' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (12212) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 115911 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-291853' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 291853 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (291853)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (19,20);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (291853) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '34911' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (34911) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 291853 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-151839' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 151839 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (151839)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (20,21);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (151839) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '109875' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (109875) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 151839 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (151839,151840,151841);
SELECT * FROM wp_users WHERE user_login = 'user109875' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (151839, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 151839 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 151839;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (75632,75633,75634,75635,75636,75637,75638,75639,75640,75641);
SELECT * FROM wp_posts WHERE ID = 75632 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (75632)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (21,22);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (75632) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '141738' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (141738) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 75632 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-61758' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 61758 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (61758)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (22,23);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (61758) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '149662' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (149662) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 61758 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-161734' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 161734 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (161734)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (23,24);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (161734) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '146869' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (146869) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 161734 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (357566,357567,357568,357569,357570,357571,357572,357573,357574,357575);
SELECT * FROM wp_posts WHERE ID = 357566 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (357566)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (24,25);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (357566) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '47377' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (47377) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 357566 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (357566,357567,357568);
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x24', '1', 'off') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
DELETE FROM `wp_options` WHERE `option_name` = '_transient_x12';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-54031' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 54031 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (54031)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (25,26);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (54031) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '152463' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (152463) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 54031 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-299476' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 299476 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (299476)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (26,27);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (299476) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '167488' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (167488) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 299476 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (98499,98500,98501,98502,98503,98504,98505,98506,98507,98508);
SELECT * FROM wp_posts WHERE ID = 98499 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (98499)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (27,28);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (98499) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '97622' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (97622) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 98499 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-51082' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 51082 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (51082)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (28,29);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (51082) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '143588' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (143588) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 51082 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (51082,51083,51084);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-373352' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 373352 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (373352)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (29,30);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (373352) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '16460' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (16460) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 373352 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (295892,295893,295894,295895,295896,295897,295898,295899,295900,295901);
SELECT * FROM wp_posts WHERE ID = 295892 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (295892)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (30,31);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (295892) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '15625' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (15625) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 295892 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT * FROM wp_users WHERE user_login = 'user15625' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (295892, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 295892 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 295892;
SELECT post_status, COUNT( * ) AS num_posts FROM wp_posts WHERE post_type = 'post' GROUP BY post_status;
INSERT INTO `wp_posts` (`post_author`, `post_date`, `post_date_gmt`, `post_content`, `post_content_filtered`, `post_title`, `post_excerpt`, `post_status`, `post_type`, `to_ping`, `pinged`, `post_name`) VALUES (15625, '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'Hello', '', 'Title', '', 'draft', 'post', '', '', '');
INSERT INTO `wp_postmeta` (`post_id`, `meta_key`, `meta_value`) VALUES (295892, '_edit_lock', '1767340800:1');
UPDATE `wp_usermeta` SET `meta_value` = 'x' WHERE `user_id` = 15625 AND `meta_key` = 'session_tokens';
SELECT p.ID FROM wp_posts p INNER JOIN wp_postmeta m ON m.post_id = p.ID WHERE m.meta_key = '_thumbnail_id' AND m.meta_value = '295892';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-324540' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 324540 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (324540)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (31,32);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (324540) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '53991' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (53991) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 324540 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-260265' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 260265 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (260265)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (32,33);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (260265) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '178363' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (178363) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 260265 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (260265,260266,260267);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (278775,278776,278777,278778,278779,278780,278781,278782,278783,278784);
SELECT * FROM wp_posts WHERE ID = 278775 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (278775)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (33,34);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (278775) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '112091' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (112091) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 278775 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-164704' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 164704 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (164704)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (34,35);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (164704) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '122055' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (122055) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 164704 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-307004' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 307004 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (307004)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (35,36);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (307004) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '118800' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (118800) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 307004 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (189574,189575,189576,189577,189578,189579,189580,189581,189582,189583);
SELECT * FROM wp_posts WHERE ID = 189574 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (189574)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (36,37);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (189574) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '78583' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (78583) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 189574 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (189574,189575,189576);
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x36', '1', 'off') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
DELETE FROM `wp_options` WHERE `option_name` = '_transient_x24';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-130248' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 130248 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (130248)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (37,38);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (130248) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '47125' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (47125) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 130248 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-366475' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 366475 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (366475)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (38,39);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (366475) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '63989' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (63989) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 366475 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (42916,42917,42918,42919,42920,42921,42922,42923,42924,42925);
SELECT * FROM wp_posts WHERE ID = 42916 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (42916)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (39,40);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (42916) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '150582' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (150582) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 42916 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-157418' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 157418 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (157418)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (40,41);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (157418) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '137678' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (137678) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 157418 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (157418,157419,157420);
SELECT * FROM wp_users WHERE user_login = 'user137678' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (157418, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 157418 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 157418;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-259584' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 259584 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (259584)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (41,42);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (259584) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '90041' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (90041) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 259584 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (382440,382441,382442,382443,382444,382445,382446,382447,382448,382449);
SELECT * FROM wp_posts WHERE ID = 382440 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (382440)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (42,43);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (382440) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '117660' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (117660) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 382440 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-150963' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 150963 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (150963)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (43,44);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (150963) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '159635' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (159635) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 150963 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-38379' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 38379 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (38379)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (44,45);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (38379) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '30951' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (30951) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 38379 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (38379,38380,38381);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (268401,268402,268403,268404,268405,268406,268407,268408,268409,268410);
SELECT * FROM wp_posts WHERE ID = 268401 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (268401)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (45,46);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (268401) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '109609' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (109609) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 268401 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT post_status, COUNT( * ) AS num_posts FROM wp_posts WHERE post_type = 'post' GROUP BY post_status;
INSERT INTO `wp_posts` (`post_author`, `post_date`, `post_date_gmt`, `post_content`, `post_content_filtered`, `post_title`, `post_excerpt`, `post_status`, `post_type`, `to_ping`, `pinged`, `post_name`) VALUES (109609, '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'Hello', '', 'Title', '', 'draft', 'post', '', '', '');
INSERT INTO `wp_postmeta` (`post_id`, `meta_key`, `meta_value`) VALUES (268401, '_edit_lock', '1767340800:1');
UPDATE `wp_usermeta` SET `meta_value` = 'x' WHERE `user_id` = 109609 AND `meta_key` = 'session_tokens';
SELECT p.ID FROM wp_posts p INNER JOIN wp_postmeta m ON m.post_id = p.ID WHERE m.meta_key = '_thumbnail_id' AND m.meta_value = '268401';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-86488' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 86488 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (86488)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (46,47);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (86488) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '198480' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (198480) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 86488 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-179336' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 179336 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (179336)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (47,48);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (179336) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '39842' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (39842) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 179336 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (256358,256359,256360,256361,256362,256363,256364,256365,256366,256367);
SELECT * FROM wp_posts WHERE ID = 256358 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (256358)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (48,49);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (256358) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '110546' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (110546) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 256358 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (256358,256359,256360);
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x48', '1', 'off') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
DELETE FROM `wp_options` WHERE `option_name` = '_transient_x36';
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-20556' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 20556 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (20556)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (49,50);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (20556) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '175169' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (175169) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 20556 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-40696' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 40696 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (40696)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (50,51);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (40696) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '146297' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (146297) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 40696 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT * FROM wp_users WHERE user_login = 'user146297' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (40696, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 40696 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 40696;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (300431,300432,300433,300434,300435,300436,300437,300438,300439,300440);
SELECT * FROM wp_posts WHERE ID = 300431 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (300431)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (51,52);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (300431) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '82248' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (82248) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 300431 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-178323' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 178323 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (178323)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (52,53);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (178323) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '182268' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (182268) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 178323 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (178323,178324,178325);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-183595' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 183595 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (183595)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (53,54);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (183595) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '155811' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (155811) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 183595 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (260401,260402,260403,260404,260405,260406,260407,260408,260409,260410);
SELECT * FROM wp_posts WHERE ID = 260401 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (260401)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (54,55);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (260401) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '152017' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (152017) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 260401 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-239183' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 239183 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (239183)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (55,56);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (239183) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '18026' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (18026) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 239183 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-49072' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 49072 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (49072)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (56,57);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (49072) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '70763' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (70763) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 49072 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (49072,49073,49074);
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (248565,248566,248567,248568,248569,248570,248571,248572,248573,248574);
SELECT * FROM wp_posts WHERE ID = 248565 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (248565)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (57,58);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (248565) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '182726' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (182726) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 248565 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-348208' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 348208 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (348208)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (58,59);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (348208) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '17040' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (17040) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 348208 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT   wp_posts.*
   FROM wp_posts
   WHERE 1=1  AND ( ( YEAR( wp_posts.post_date ) = 2026 ) ) AND wp_posts.post_name = 'a-post-31809' AND wp_posts.post_type = 'post'
   ORDER BY wp_posts.post_date DESC;
SELECT * FROM wp_posts WHERE ID = 31809 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (31809)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (59,60);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (31809) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '191670' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (191670) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 31809 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_520_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' );
SELECT option_value FROM wp_options WHERE option_name = '_transient_doing_cron' LIMIT 1;
SELECT SQL_CALC_FOUND_ROWS  wp_posts.ID
   FROM wp_posts
   WHERE 1=1  AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish')))
   ORDER BY wp_posts.post_date DESC
   LIMIT 0, 10;
SELECT FOUND_ROWS();
SELECT wp_posts.*
   FROM wp_posts
   WHERE ID IN (367784,367785,367786,367787,367788,367789,367790,367791,367792,367793);
SELECT * FROM wp_posts WHERE ID = 367784 LIMIT 1;
SELECT  t.term_id
   FROM wp_terms AS t  INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id
   WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (367784)
   ORDER BY t.name ASC;
SELECT t.*, tt.* FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id WHERE t.term_id IN (60,61);
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (367784) ORDER BY meta_id ASC;
SELECT * FROM wp_users WHERE ID = '81162' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (81162) ORDER BY umeta_id ASC;
SELECT  wp_comments.comment_ID
   FROM wp_comments
   WHERE ( ( comment_approved = '1' ) ) AND comment_post_ID = 367784 AND comment_parent = 0
   ORDER BY wp_comments.comment_date_gmt ASC, wp_comments.comment_ID ASC;
SELECT wp_comments.* FROM wp_comments WHERE comment_ID IN (367784,367785,367786);
SELECT * FROM wp_users WHERE user_login = 'user81162' LIMIT 1;
INSERT INTO `wp_comments` (`comment_post_ID`, `comment_author_IP`, `comment_author`, `comment_author_email`, `comment_author_url`, `comment_date`, `comment_date_gmt`, `comment_content`, `comment_karma`, `comment_approved`, `comment_agent`, `comment_type`, `comment_parent`, `user_id`) VALUES (367784, '10.0.0.9', 'Ann', 'ann@example.org', '', '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'It''s nice; really', 0, '1', 'Mozilla/5.0', 'comment', 0, 0);
SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = 367784 AND comment_approved = '1';
UPDATE `wp_posts` SET `comment_count` = 4 WHERE `ID` = 367784;
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('_transient_x60', '1', 'off') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
DELETE FROM `wp_options` WHERE `option_name` = '_transient_x48';
SELECT post_status, COUNT( * ) AS num_posts FROM wp_posts WHERE post_type = 'post' GROUP BY post_status;
INSERT INTO `wp_posts` (`post_author`, `post_date`, `post_date_gmt`, `post_content`, `post_content_filtered`, `post_title`, `post_excerpt`, `post_status`, `post_type`, `to_ping`, `pinged`, `post_name`) VALUES (81162, '2026-01-02 09:00:00', '2026-01-02 09:00:00', 'Hello', '', 'Title', '', 'draft', 'post', '', '', '');
INSERT INTO `wp_postmeta` (`post_id`, `meta_key`, `meta_value`) VALUES (367784, '_edit_lock', '1767340800:1');
UPDATE `wp_usermeta` SET `meta_value` = 'x' WHERE `user_id` = 81162 AND `meta_key` = 'session_tokens';
SELECT p.ID FROM wp_posts p INNER JOIN wp_postmeta m ON m.post_id = p.ID WHERE m.meta_key = '_thumbnail_id' AND m.meta_value = '367784';
