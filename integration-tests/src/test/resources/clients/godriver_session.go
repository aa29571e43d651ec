// What Go's driver says of its session: text and prepared, a transaction, errors; a line each.
package main

import (
	"database/sql"
	"fmt"
	"os"

	"github.com/go-sql-driver/mysql"
)

func must(err error) {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func session(options string) {
	db, err := sql.Open("mysql", fmt.Sprintf("%s:%s@tcp(%s:%s)/legacy?%s", os.Getenv("PINION_USER"),
		os.Getenv("PINION_PASSWORD"), os.Getenv("PINION_HOST"), os.Getenv("PINION_PORT"), options))
	must(err)
	defer db.Close()
	_, err = db.Exec("CREATE OR REPLACE TABLE go_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40) UNIQUE," +
		" amount DECIMAL(8,2), made DATETIME(3)) CHARSET utf8mb4")
	must(err)
	insert, err := db.Prepare("INSERT INTO go_session (note, amount, made) VALUES (?, ?, ?)")
	must(err)
	for i, note := range []interface{}{"ä 🥖", "two", nil} {
		result, err := insert.Exec(note, float64(i)+0.5, "2026-11-20 12:34:56.789")
		must(err)
		id, _ := result.LastInsertId()
		affected, _ := result.RowsAffected()
		fmt.Println(options, "inserted:", id, affected)
	}
	must(insert.Close())
	tx, err := db.Begin()
	must(err)
	_, err = tx.Exec("UPDATE go_session SET amount = ? WHERE id = ?", 99, 2)
	must(err)
	must(tx.Rollback())
	rows, err := db.Query("SELECT id, note, amount, made FROM go_session WHERE id >= ? ORDER BY id", 1)
	must(err)
	for rows.Next() {
		var id int64
		var note, amount, made sql.NullString
		must(rows.Scan(&id, &note, &amount, &made))
		fmt.Println(options, "row:", id, note, amount.String, made.String)
	}
	must(rows.Err())
	types, err := db.Query("SELECT id, note, amount, made, 1 + 1 FROM go_session")
	must(err)
	columns, err := types.ColumnTypes()
	must(err)
	for _, column := range columns {
		fmt.Println(options, "column:", column.Name(), column.DatabaseTypeName(), column.ScanType())
	}
	must(types.Close())
	_, err = db.Exec("INSERT INTO go_session (note) VALUES (?)", "two")
	fmt.Println(options, "refused:", err.(*mysql.MySQLError).Number)
	_, err = db.Exec("DROP TABLE go_session")
	must(err)
}

func main() {
	session("")
	session("interpolateParams=true&parseTime=true&collation=utf8mb4_unicode_ci")
	session("clientFoundRows=true&maxAllowedPacket=0&multiStatements=true")
}
