"""A person at a command line: source, use, completion by TAB, and Ctrl-C while a statement runs, which ends that one only.

The arguments are the command line with its options. What it prints is told in words that fit all of them.
"""
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

COMMAND = sys.argv[1:]
DEADLINE = 30  # seconds for each thing that is waited for
PROMPT = re.compile(r"(mysql|MariaDB \[[^\]]*\])> $")


class Terminal:
    def __init__(self, command):
        self.child, self.screen = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)
        self.seen = ""

    def await_text(self, pattern):
        """What came up to the first match, which is forgotten."""
        end = time.monotonic() + DEADLINE
        while not (found := re.search(pattern, self.seen)):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.screen], [], [], left)[0]:
                sys.exit(f"no {pattern!r} within {DEADLINE} s after:\n{self.seen}")
            try:
                self.seen += os.read(self.screen, 4096).decode(errors="replace")
            except OSError:
                sys.exit(f"it ended before {pattern!r}:\n{self.seen}")
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def type(self, text):
        os.write(self.screen, text.encode())

    def close(self):
        self.type("exit\n")
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def run(sql):
    return subprocess.run([*COMMAND, "--batch", "--skip-column-names", "-e", sql], capture_output=True, text=True, timeout=DEADLINE)


def await_running(sql):
    """Until the server's list of sessions, or Pinion's, has it; tells the session's number."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        for line in run("SHOW FULL PROCESSLIST").stdout.splitlines():
            if sql in line:
                return line.split()[0]
    sys.exit(f"{sql} isn't running")


SOURCE = """
CREATE DATABASE terminal_sessions;
use terminal_sessions;
CREATE TABLE remembered_notes (remembered_id INT PRIMARY KEY, note VARCHAR(20));
INSERT INTO remembered_notes VALUES (1, 'ä'), (2, 'b;c//d');
delimiter //
CREATE PROCEDURE twice(n INT)
BEGIN
    SELECT n * 2 AS doubled;
    SELECT COUNT(*) AS counted FROM remembered_notes;
END//
CALL twice(21)//
delimiter ;
"""


def read_and_complete(terminal):
    """SOURCE, then a table's and a column's name, each completed by TAB: the names come by COM_FIELD_LIST."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
        file.write(SOURCE)
        file.flush()
        terminal.type(f"source {file.name}\n")
        terminal.await_text(r"doubled[^/]*\b42\b[^/]*counted[^/]*\b2\b")
    terminal.await_text(PROMPT.pattern)
    terminal.type("use terminal_sessions\n")
    terminal.await_text(r"Database changed")
    terminal.await_text(PROMPT.pattern)
    terminal.type("\\#\n")
    terminal.await_text(PROMPT.pattern)
    terminal.type("SELECT remembered_i\t")
    terminal.await_text(r"remembered_id")
    terminal.type(" + 40 FROM remembered_n\t")
    terminal.await_text(r"remembered_notes")
    terminal.type(";\n")
    terminal.await_text(r"\b42\b")
    print("completed, and answered")
    terminal.await_text(PROMPT.pattern)
    terminal.type("DROP DATABASE terminal_sessions;\n")
    terminal.await_text("OK")
    terminal.await_text(PROMPT.pattern)


bystander = subprocess.Popen([*COMMAND, "--batch", "--skip-column-names", "-e", "SELECT SLEEP(300), 'bystander'"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
number = await_running("SELECT SLEEP(300)")
terminal = Terminal(COMMAND)
terminal.await_text(PROMPT.pattern)
read_and_complete(terminal)
terminal.type("SET @kept = 'kept';\n")
terminal.await_text("OK")
terminal.await_text(PROMPT.pattern)
started = time.monotonic()
terminal.type("SELECT SLEEP(30), 'interrupted';\n")
await_running("SELECT SLEEP(30)")
terminal.type("\x03")
answer = terminal.await_text(r"ERROR 1317 \(70100\)[^\n]*\n|1 row in set[^\n]*\n")
print("interrupted:", "error 1317" if "1317" in answer else "a row")
print("long before its time:", time.monotonic() - started < 20)
terminal.await_text(PROMPT.pattern)
terminal.type("SELECT @kept, 6 * 7;\n")
terminal.await_text(r"kept *\| *42 ")
print("the session goes on")
terminal.await_text(PROMPT.pattern)
# Behind a statement there is nothing to interrupt; the line is dropped, or the program ends, as it likes.
terminal.type("SELECT 'after', 'wards';\n")
terminal.await_text(r"after *\| wards")
print("ends with", terminal.close())
print("the bystander goes on:", bystander.poll() is None and await_running("SELECT SLEEP(300)") == number)
run(f"KILL QUERY {number}")
bystander.wait(timeout=DEADLINE)
print("and ends when it is told to")
