-- What somebody might ask of all warehouses at once. Each has one right order of its rows.

# the busiest districts
SELECT d_w_id, d_id, d_name, d_ytd, d_next_o_id FROM district ORDER BY d_next_o_id DESC, d_ytd DESC, d_w_id, d_id LIMIT 10;

# warehouses with the money that each has taken
SELECT w_id, w_name, w_ytd, w_tax FROM warehouse ORDER BY w_ytd DESC, w_id;

# sums over everything
SELECT COUNT(*), SUM(ol_amount), AVG(ol_amount), MIN(ol_amount), MAX(ol_amount), SUM(ol_quantity) FROM order_line;

# orders by the number of their lines
SELECT o_ol_cnt, COUNT(*) AS orders, AVG(o_all_local) FROM orders GROUP BY o_ol_cnt ORDER BY o_ol_cnt;

# items that most was paid for, by name
SELECT i_id, i_name, SUM(ol_amount) AS paid, COUNT(DISTINCT ol_supply_w_id) AS suppliers FROM order_line JOIN item ON i_id = ol_i_id
GROUP BY i_id, i_name HAVING COUNT(*) > 3 ORDER BY paid DESC, i_id LIMIT 20;

# customers with the most common names
SELECT c_last, COUNT(*) AS customers, SUM(c_balance) FROM customer GROUP BY c_last ORDER BY customers DESC, c_last LIMIT 10;

# customers who pay elsewhere
SELECT h_w_id, h_c_w_id, COUNT(*), SUM(h_amount) FROM history WHERE h_w_id <> h_c_w_id GROUP BY h_w_id, h_c_w_id ORDER BY h_w_id, h_c_w_id;

# lines that another warehouse supplied, with that warehouse's name
SELECT ol_w_id, w_name, COUNT(*) AS remote FROM order_line JOIN warehouse ON w_id = ol_supply_w_id
WHERE ol_supply_w_id <> ol_w_id GROUP BY ol_w_id, w_name ORDER BY remote DESC, ol_w_id, w_name LIMIT 15;

# each warehouse's rank by its sales
SELECT w_id, RANK() OVER (ORDER BY w_ytd DESC, w_id) AS place FROM warehouse ORDER BY place LIMIT 10;

# the ten best customers of each warehouse's best district
WITH best AS (SELECT d_w_id, MAX(d_ytd) AS most FROM district GROUP BY d_w_id)
SELECT c_w_id, c_d_id, c_id, c_last, c_ytd_payment FROM customer JOIN district ON d_w_id = c_w_id AND d_id = c_d_id
JOIN best ON best.d_w_id = c_w_id AND d_ytd = most ORDER BY c_ytd_payment DESC, c_w_id, c_d_id, c_id LIMIT 10;

# low stock anywhere
SELECT s_w_id, COUNT(*) AS low FROM stock WHERE s_quantity < 15 GROUP BY s_w_id ORDER BY s_w_id;

# warehouses without an order of the last item
SELECT w_id FROM warehouse WHERE w_id NOT IN (SELECT ol_w_id FROM order_line WHERE ol_i_id = (SELECT MAX(i_id) FROM item)) ORDER BY w_id;
