-- A company, in the shape of the sample database employees: its tables, keys and views, with rows made here.
CREATE DATABASE employees CHARACTER SET utf8mb4;
USE employees;
CREATE TABLE employees (emp_no INT NOT NULL PRIMARY KEY, birth_date DATE NOT NULL, first_name VARCHAR(14) NOT NULL, last_name VARCHAR(16) NOT NULL, gender ENUM('M', 'F') NOT NULL, hire_date DATE NOT NULL);
CREATE TABLE departments (dept_no CHAR(4) NOT NULL PRIMARY KEY, dept_name VARCHAR(40) NOT NULL UNIQUE);
CREATE TABLE dept_manager (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL, PRIMARY KEY (emp_no, dept_no), CONSTRAINT manager_employee FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, CONSTRAINT manager_department FOREIGN KEY (dept_no) REFERENCES departments (dept_no) ON DELETE CASCADE);
CREATE TABLE dept_emp (emp_no INT NOT NULL, dept_no CHAR(4) NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL, PRIMARY KEY (emp_no, dept_no), CONSTRAINT member_employee FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE, CONSTRAINT member_department FOREIGN KEY (dept_no) REFERENCES departments (dept_no) ON DELETE CASCADE);
CREATE TABLE titles (emp_no INT NOT NULL, title VARCHAR(50) NOT NULL, from_date DATE NOT NULL, to_date DATE, PRIMARY KEY (emp_no, title, from_date), CONSTRAINT title_employee FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE);
CREATE TABLE salaries (emp_no INT NOT NULL, salary INT NOT NULL, from_date DATE NOT NULL, to_date DATE NOT NULL, PRIMARY KEY (emp_no, from_date), CONSTRAINT salary_employee FOREIGN KEY (emp_no) REFERENCES employees (emp_no) ON DELETE CASCADE);
INSERT INTO departments VALUES ('d001', 'Marketing'), ('d002', 'Finance'), ('d003', 'Human Resources'), ('d004', 'Production'), ('d005', 'Development');
INSERT INTO employees SELECT 10000 + n, '1952-01-01' + INTERVAL n % 5000 DAY, CONCAT('First', n % 1200), CONCAT('Last', n % 1600), IF(n % 5 < 3, 'M', 'F'), '1985-01-01' + INTERVAL n % 4000 DAY FROM numbers.numbers;
INSERT INTO dept_emp SELECT emp_no, CONCAT('d00', 1 + emp_no % 5), hire_date, '9999-01-01' FROM employees;
INSERT INTO dept_manager SELECT emp_no, CONCAT('d00', 1 + emp_no % 5), hire_date, '9999-01-01' FROM employees WHERE emp_no % 100 = 1;
INSERT INTO titles SELECT emp_no, IF(emp_no % 3 = 0, 'Engineer', 'Staff'), hire_date, IF(emp_no % 4 = 0, NULL, '9999-01-01') FROM employees;
INSERT INTO salaries SELECT emp_no, 40000 + emp_no % 9000 + 1000 * n, hire_date + INTERVAL n YEAR, hire_date + INTERVAL n + 1 YEAR FROM employees JOIN numbers.numbers WHERE n <= 9;
CREATE VIEW dept_emp_latest_date AS SELECT emp_no, MAX(from_date) AS from_date, MAX(to_date) AS to_date FROM dept_emp GROUP BY emp_no;
CREATE VIEW current_dept_emp AS SELECT l.emp_no, dept_no, l.from_date, l.to_date FROM dept_emp d JOIN dept_emp_latest_date l ON d.emp_no = l.emp_no AND d.from_date = l.from_date AND l.to_date = d.to_date;
