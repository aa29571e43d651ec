-- The consistency conditions of TPC-C (clause 3.3.2), each as a query that answers the rows which break it, and two of what only
-- a transaction over shards can break. The 11th holds of freshly loaded tables only.

# 1: a warehouse's year to date is the sum of its districts'
SELECT w_id, w_ytd, d_sum FROM warehouse JOIN (SELECT d_w_id, SUM(d_ytd) AS d_sum FROM district GROUP BY d_w_id) AS d ON d_w_id = w_id
WHERE w_ytd <> d_sum;

# 2: a district's next order number follows its last order
SELECT d_w_id, d_id, d_next_o_id, o_max FROM district
LEFT JOIN (SELECT o_w_id, o_d_id, MAX(o_id) AS o_max FROM orders GROUP BY o_w_id, o_d_id) AS o ON o_w_id = d_w_id AND o_d_id = d_id
WHERE o_max IS NULL OR d_next_o_id - 1 <> o_max;

# 2: and its last new order
SELECT d_w_id, d_id, d_next_o_id, no_max FROM district
JOIN (SELECT no_w_id, no_d_id, MAX(no_o_id) AS no_max FROM new_order GROUP BY no_w_id, no_d_id) AS n ON no_w_id = d_w_id AND no_d_id = d_id
WHERE d_next_o_id - 1 <> no_max;

# 3: no gap is among the new orders of a district
SELECT no_w_id, no_d_id, COUNT(*) FROM new_order GROUP BY no_w_id, no_d_id HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*);

# 4: a district has as many lines as its orders say
SELECT o_w_id, o_d_id, expected, found
FROM (SELECT o_w_id, o_d_id, SUM(o_ol_cnt) AS expected FROM orders GROUP BY o_w_id, o_d_id) AS o
LEFT JOIN (SELECT ol_w_id, ol_d_id, COUNT(*) AS found FROM order_line GROUP BY ol_w_id, ol_d_id) AS l ON ol_w_id = o_w_id AND ol_d_id = o_d_id
WHERE found IS NULL OR expected <> found;

# 5: an order without a carrier is a new one, and only such
SELECT o_w_id, o_d_id, o_id, o_carrier_id, no_o_id FROM orders
LEFT JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
WHERE (o_carrier_id IS NULL) <> (no_o_id IS NOT NULL);

# 5: no new order is without an order
SELECT no_w_id, no_d_id, no_o_id FROM new_order
WHERE NOT EXISTS (SELECT 1 FROM orders WHERE o_w_id = no_w_id AND o_d_id = no_d_id AND o_id = no_o_id);

# 6: an order has as many lines as it says
SELECT o_w_id, o_d_id, o_id, o_ol_cnt, COUNT(ol_number) FROM orders
LEFT JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
GROUP BY o_w_id, o_d_id, o_id, o_ol_cnt HAVING o_ol_cnt <> COUNT(ol_number);

# 7: a line without a delivery is of an order without a carrier, and only such
SELECT ol_w_id, ol_d_id, ol_o_id, ol_number FROM order_line
JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
WHERE (ol_delivery_d IS NULL) <> (o_carrier_id IS NULL);

# 8: a warehouse's year to date is the sum of its history
SELECT w_id, w_ytd FROM warehouse WHERE w_ytd <> (SELECT SUM(h_amount) FROM history WHERE h_w_id = w_id);

# 9: a district's too
SELECT d_w_id, d_id, d_ytd FROM district
WHERE d_ytd <> (SELECT SUM(h_amount) FROM history WHERE h_w_id = d_w_id AND h_d_id = d_id);

# 10: a customer's balance is what was delivered less what was paid, in whichever warehouse
SELECT c_w_id, c_d_id, c_id, c_balance, delivered, paid FROM customer
LEFT JOIN (
  SELECT o_w_id, o_d_id, o_c_id, SUM(ol_amount) AS delivered FROM orders
  JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE ol_delivery_d IS NOT NULL GROUP BY o_w_id, o_d_id, o_c_id) AS o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
LEFT JOIN (
  SELECT h_c_w_id, h_c_d_id, h_c_id, SUM(h_amount) AS paid FROM history
  GROUP BY h_c_w_id, h_c_d_id, h_c_id) AS h ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id
WHERE c_balance <> COALESCE(delivered, 0) - COALESCE(paid, 0);

# 12: a customer's balance and payments are what was delivered
SELECT c_w_id, c_d_id, c_id, c_balance, c_ytd_payment, delivered FROM customer
LEFT JOIN (
  SELECT o_w_id, o_d_id, o_c_id, SUM(ol_amount) AS delivered FROM orders
  JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
  WHERE ol_delivery_d IS NOT NULL GROUP BY o_w_id, o_d_id, o_c_id) AS o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
WHERE c_balance + c_ytd_payment <> COALESCE(delivered, 0);

# shards: what a warehouse's stock gave away is what orders of all warehouses took (lines that were loaded took nothing)
SELECT s_w_id, s_i_id, s_ytd, sold FROM stock
LEFT JOIN (
  SELECT ol_supply_w_id, ol_i_id, SUM(ol_quantity) AS sold FROM order_line WHERE ol_dist_info <> 'loaded'
  GROUP BY ol_supply_w_id, ol_i_id) AS l ON ol_supply_w_id = s_w_id AND ol_i_id = s_i_id
WHERE s_ytd <> COALESCE(sold, 0);

# shards: and as often
SELECT s_w_id, SUM(s_order_cnt), MAX(taken) FROM stock
LEFT JOIN (
  SELECT ol_supply_w_id, COUNT(*) AS taken FROM order_line WHERE ol_dist_info <> 'loaded' GROUP BY ol_supply_w_id
) AS l ON ol_supply_w_id = s_w_id
GROUP BY s_w_id HAVING SUM(s_order_cnt) <> COALESCE(MAX(taken), 0);
