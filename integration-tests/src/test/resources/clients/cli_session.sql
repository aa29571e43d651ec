SELECT DATABASE();
use information_schema
SELECT DATABASE();
use legacy
\s
SELECT @@autocommit, @@character_set_client, @@character_set_results, @@collation_connection;
SHOW TABLES LIKE 'cli\_%';
DROP TABLE IF EXISTS cli_session;
CREATE TABLE cli_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) DEFAULT CHARSET utf8mb4;
INSERT INTO cli_session (note) VALUES ('ä'), ('🥖'), (NULL);
SELECT LAST_INSERT_ID();
SELECT * FROM cli_session;
UPDATE cli_session SET note = 'x' WHERE id = -1;
DESCRIBE cli_session;
SHOW CREATE TABLE cli_session;
SELECT CAST('12x' AS SIGNED);
SHOW WARNINGS;
\C latin1
SELECT @@character_set_client, @@character_set_results;
BEGIN;
DELETE FROM cli_session;
ROLLBACK;
SELECT COUNT(*) FROM cli_session;
delimiter //
DROP PROCEDURE IF EXISTS cli_procedure//
CREATE PROCEDURE cli_procedure(IN n INT) BEGIN SELECT n; SELECT n + 1, n + 2; END//
CALL cli_procedure(5)//
DROP PROCEDURE cli_procedure//
delimiter ;
SELECT 1; SELECT 2;
DROP TABLE cli_session;
