package io.pinion.integration.tpcc;

import io.pinion.integration.tpcc.Client.Row;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The five transactions of clause 2 in the words of a common implementation (https://github.com/Percona-Lab/tpcc-mysql,
 * src/neword.c and its neighbours), without BEGIN and COMMIT.
 *
 * @param home the warehouse of the terminal
 */
record Business(Sizes sizes, int home, SplittableRandom dice) {
    /** What a transaction leaves to the terminal. */
    sealed interface Result {
        /** An order that is there once it is committed. */
        record Ordered(int warehouse, int district, int number) implements Result {}

        /** A payment that one more row of the history tells of. */
        record Paid() implements Result {}

        /** Nothing that is looked for later. */
        record Done() implements Result {}

        /** The user has typed the number of no item. */
        record RollBack() implements Result {}
    }

    /** The mix of clause 5.2.3. */
    Result any(Client client) throws SQLException {
        int percent = dice.nextInt(100);
        if (percent < 45) {
            return newOrder(client);
        } else if (percent < 88) {
            return payment(client);
        } else if (percent < 92) {
            orderStatus(client);
        } else if (percent < 96) {
            delivery(client);
        } else {
            stockLevel(client);
        }
        return new Result.Done();
    }

    private record Line(int item, int supplier, int quantity) {}

    private Result newOrder(Client client) throws SQLException {
        int district = district();
        int buyer = customer();
        int count = dice.nextInt(5, 16);
        boolean wrong = dice.nextInt(100) == 0;
        // In one order, as applications do that want few deadlocks.
        TreeSet<Integer> items = new TreeSet<>();
        while (items.size() < count) {
            items.add(dice.nextInt(1, sizes.items() + 1));
        }
        List<Line> lines = items.stream()
                .map(item -> new Line(item, dice.nextInt(10) == 0 ? another() : home, dice.nextInt(1, 11)))
                .toList();
        boolean local = lines.stream().allMatch(line -> line.supplier() == home);

        client.row(
                "SELECT c_discount, c_last, c_credit, w_tax FROM customer, warehouse WHERE w_id = ? AND c_w_id = w_id"
                        + " AND c_d_id = ? AND c_id = ?",
                home,
                district,
                buyer);
        int number = client.row(
                        "SELECT d_next_o_id, d_tax FROM district WHERE d_id = ? AND d_w_id = ? FOR UPDATE",
                        district,
                        home)
                .number(1);
        client.change("UPDATE district SET d_next_o_id = ? + 1 WHERE d_id = ? AND d_w_id = ?", number, district, home);
        client.change(
                "INSERT INTO orders (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                number,
                district,
                home,
                buyer,
                now(),
                count,
                local ? 1 : 0);
        client.change("INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (?, ?, ?)", number, district, home);
        int place = 0;
        for (Line line : lines) {
            place++;
            int item = wrong && place == count ? sizes.items() + 1 : line.item();
            List<Row> found = client.rows("SELECT i_price, i_name, i_data FROM item WHERE i_id = ?", item);
            if (found.isEmpty()) {
                return new Result.RollBack();
            }
            order(client, number, district, place, line, found.getFirst().amount(1));
        }
        return new Result.Ordered(home, district, number);
    }

    private void order(Client client, int number, int district, int place, Line line, BigDecimal price)
            throws SQLException {
        Row stock = client.row(
                "SELECT s_quantity, s_data, s_dist_%02d FROM stock WHERE s_i_id = ? AND s_w_id = ? FOR UPDATE"
                        .formatted(district),
                line.item(),
                line.supplier());
        int left = stock.number(1) - line.quantity();
        client.change(
                "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1,"
                        + " s_remote_cnt = s_remote_cnt + ? WHERE s_i_id = ? AND s_w_id = ?",
                left < 10 ? left + 91 : left,
                line.quantity(),
                line.supplier() == home ? 0 : 1,
                line.item(),
                line.supplier());
        client.change(
                "INSERT INTO order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity,"
                        + " ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                district,
                home,
                place,
                line.item(),
                line.supplier(),
                line.quantity(),
                price.multiply(BigDecimal.valueOf(line.quantity())),
                stock.text(3));
    }

    private Result payment(Client client) throws SQLException {
        int district = district();
        int payersWarehouse = dice.nextInt(100) < 15 ? another() : home;
        int payersDistrict = payersWarehouse == home ? district : district();
        BigDecimal amount = BigDecimal.valueOf(dice.nextInt(100, 500_001), 2);

        client.change("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, home);
        String warehouse = client.row(
                        "SELECT w_street_1, w_street_2, w_city, w_state, w_zip, w_name FROM warehouse WHERE w_id = ?",
                        home)
                .text(6);
        client.change("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?", amount, home, district);
        String name = client.row(
                        "SELECT d_street_1, d_street_2, d_city, d_state, d_zip, d_name FROM district"
                                + " WHERE d_w_id = ? AND d_id = ?",
                        home,
                        district)
                .text(6);
        int payer = payer(client, payersWarehouse, payersDistrict);
        Row customer = client.row(
                "SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_credit,"
                        + " c_credit_lim, c_discount, c_balance, c_since FROM customer"
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ? FOR UPDATE",
                payersWarehouse,
                payersDistrict,
                payer);
        BigDecimal balance = customer.amount(13).subtract(amount);
        if (customer.text(10).equals("BC")) {
            String data = client.row(
                            "SELECT c_data FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                            payersWarehouse,
                            payersDistrict,
                            payer)
                    .text(1);
            String longer = "| %4d %2d %4d %2d %4d $%7.2f "
                            .formatted(payer, payersDistrict, payersWarehouse, district, home, amount)
                    + data;
            client.change(
                    "UPDATE customer SET c_balance = ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt = c_payment_cnt"
                            + " + 1, c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                    balance,
                    amount,
                    longer.substring(0, Math.min(500, longer.length())),
                    payersWarehouse,
                    payersDistrict,
                    payer);
        } else {
            client.change(
                    "UPDATE customer SET c_balance = ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt = c_payment_cnt"
                            + " + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                    balance,
                    amount,
                    payersWarehouse,
                    payersDistrict,
                    payer);
        }
        client.change(
                "INSERT INTO history (h_c_d_id, h_c_w_id, h_c_id, h_d_id, h_w_id, h_date, h_amount, h_data)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                payersDistrict,
                payersWarehouse,
                payer,
                district,
                home,
                now(),
                amount,
                warehouse + "    " + name);
        return new Result.Paid();
    }

    /** Six of ten say their name: the one in the middle of those who have it. */
    private int payer(Client client, int warehouse, int district) throws SQLException {
        int customer = customer();
        if (dice.nextInt(100) >= 60) {
            return customer;
        }
        String name = sizes.lastName(customer);
        int count = client.row(
                        "SELECT count(c_id) FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?",
                        warehouse,
                        district,
                        name)
                .number(1);
        List<Row> found = client.rows(
                "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_first",
                warehouse,
                district,
                name);
        if (found.size() != count) {
            throw new IllegalStateException(found.size() + " customers are called " + name + ", not " + count);
        }
        return found.get((count - 1) / 2).number(1);
    }

    private void orderStatus(Client client) throws SQLException {
        int district = district();
        int buyer = payer(client, home, district);
        client.row(
                "SELECT c_balance, c_first, c_middle, c_last FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                home,
                district,
                buyer);
        Row last = client.row(
                "SELECT o_id, o_entry_d, COALESCE(o_carrier_id, 0), o_ol_cnt FROM orders WHERE o_w_id = ? AND o_d_id = ?"
                        + " AND o_c_id = ? AND o_id = (SELECT MAX(o_id) FROM orders WHERE o_w_id = ? AND o_d_id = ? AND"
                        + " o_c_id = ?)",
                home,
                district,
                buyer,
                home,
                district,
                buyer);
        List<Row> lines = client.rows(
                "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d FROM order_line"
                        + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                home,
                district,
                last.number(1));
        if (lines.size() != last.number(4)) {
            throw new IllegalStateException("order " + last + " has " + lines.size() + " lines");
        }
    }

    private void delivery(Client client) throws SQLException {
        int carrier = dice.nextInt(1, 11);
        for (int district = 1; district <= Sizes.DISTRICTS; district++) {
            List<Row> oldest = client.rows(
                    "SELECT no_o_id FROM new_order WHERE no_d_id = ? AND no_w_id = ? ORDER BY no_o_id LIMIT 1 FOR UPDATE",
                    district,
                    home);
            if (!oldest.isEmpty()) {
                deliver(client, district, oldest.getFirst().number(1), carrier);
            }
        }
    }

    private void deliver(Client client, int district, int number, int carrier) throws SQLException {
        client.change(
                "DELETE FROM new_order WHERE no_o_id = ? AND no_d_id = ? AND no_w_id = ?", number, district, home);
        // Where the queue is short the order may be newer than this transaction's view, and only locking reads see it.
        int buyer = client.row(
                        "SELECT o_c_id FROM orders WHERE o_id = ? AND o_d_id = ? AND o_w_id = ? FOR UPDATE",
                        number,
                        district,
                        home)
                .number(1);
        client.change(
                "UPDATE orders SET o_carrier_id = ? WHERE o_id = ? AND o_d_id = ? AND o_w_id = ?",
                carrier,
                number,
                district,
                home);
        client.changeAny(
                "UPDATE order_line SET ol_delivery_d = ? WHERE ol_o_id = ? AND ol_d_id = ? AND ol_w_id = ?",
                now(),
                number,
                district,
                home);
        BigDecimal amount = client.row(
                        "SELECT SUM(ol_amount) FROM order_line WHERE ol_o_id = ? AND ol_d_id = ? AND ol_w_id = ?",
                        number,
                        district,
                        home)
                .amount(1);
        client.change(
                "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
                        + " WHERE c_id = ? AND c_d_id = ? AND c_w_id = ?",
                amount,
                buyer,
                district,
                home);
    }

    private void stockLevel(Client client) throws SQLException {
        int district = district();
        int next = client.row("SELECT d_next_o_id FROM district WHERE d_id = ? AND d_w_id = ?", district, home)
                .number(1);
        client.row(
                "SELECT COUNT(DISTINCT (s_i_id)) FROM order_line, stock WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id < ?"
                        + " AND ol_o_id >= ? AND s_w_id = ? AND s_i_id = ol_i_id AND s_quantity < ?",
                home,
                district,
                next,
                next - 20,
                home,
                dice.nextInt(10, 21));
    }

    private int district() {
        return dice.nextInt(1, Sizes.DISTRICTS + 1);
    }

    /** Some customers come more often (clause 2.1.6). */
    private int customer() {
        return (dice.nextInt(0, 1024) | dice.nextInt(0, sizes.customers())) % sizes.customers() + 1;
    }

    private int another() {
        int other = dice.nextInt(1, sizes.warehouses());
        return other < home ? other : other + 1;
    }

    private static Timestamp now() {
        return Timestamp.valueOf(LocalDateTime.now(ZoneOffset.UTC).withNano(0));
    }
}
