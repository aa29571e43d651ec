"""Where statements are sent: the server itself, HAProxy before it, Pinion before it. Each process started here is ended here."""
import os
import re
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

from . import machine

ROOT = Path(__file__).resolve().parents[2]


class Place(namedtuple("Place", "host port")):
    """An address of this machine."""

    @staticmethod
    def parse(text):
        host, _, port = text.rpartition(":")
        if host not in ("127.0.0.1", "localhost"):
            sys.exit(f"{text}: only processes of this machine can be measured")
        return Place("127.0.0.1", int(port))

    def query(self, account, sql, seconds=120):
        """Runs statements by the command-line client and returns its tab-separated output."""
        user, password = account
        command = [machine.client(), "--no-defaults", "-h", self.host, "-P", str(self.port), "-u", user, "-N", "-B"]
        done = subprocess.run(
            command, input=sql, capture_output=True, text=True, timeout=seconds, env={**os.environ, "MYSQL_PWD": password}
        )
        if done.returncode != 0:
            sys.exit(f"{self.host}:{self.port}: {done.stderr.strip()}")
        return done.stdout.strip()


class Target(namedtuple("Target", "name place account proxy_pid server_pid by_id")):
    """One column of the comparison. proxy_pid is None when nothing stands between; by_id when it understands ids."""


def direct(server, account):
    return Target("direct", server, account, None, machine.pid_listening_on(server.port), False)


def pinion(front, server, account):
    return Target(
        "Pinion",
        front,
        account,
        machine.pid_listening_on(front.port),
        machine.pid_listening_on(server.port),
        True,
    )


class Demo:
    """A cluster and a Pinion of our own, with the data in a directory."""

    READY = re.compile(r"^Pinion is ready on port (\d+)", re.MULTILINE)
    # The first pair's primary holds `legacy` and the lower half of the shards.
    PRIMARIES = re.compile(r"^\s+MySQL00[12]A\s+127\.0\.0\.1:(\d+)", re.MULTILINE)
    LAST_LINE = re.compile(r"^The data is in ", re.MULTILINE)

    def __init__(self, directory, log):
        self.directory = directory
        self.log = log
        self.process = None

    def start(self, seconds, java_options=""):
        """Returns where clients connect, and where the two primaries are."""
        print(f"starting the demo in {self.directory}, which takes a minute or two the first time", file=sys.stderr)
        command = [str(ROOT / "bin" / "pinion"), "demo", "--port", str(machine.free_port()), "--dir", str(self.directory)]
        with self.log.open("wb") as log:
            # A session of its own: Ctrl-C reaches this program alone, which then stops the demo in good order.
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "PINION_JAVA_OPTS": java_options},
            )
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.log.read_text(errors="replace")
            if self.LAST_LINE.search(text):
                ports = [self.READY.search(text).group(1), *self.PRIMARIES.findall(text)]
                front, *primaries = [Place("127.0.0.1", int(port)) for port in ports]
                return front, primaries
            if self.process.poll() is not None:
                break
            time.sleep(0.5)
        sys.exit(f"the demo did not start:\n{self.log.read_text(errors='replace')[-2000:]}")

    def stop(self):
        stop(self.process, 90)


class Haproxy:
    """HAProxy relaying TCP: what a proxy costs that understands nothing."""

    CONFIGURATION = """\
global
    maxconn 2000
defaults
    mode tcp
    timeout connect 5s
    timeout client 10m
    timeout server 10m
frontend mysql
    bind 127.0.0.1:{port}
    default_backend primary
backend primary
    server primary 127.0.0.1:{server}
"""

    def __init__(self, server, scratch):
        self.server = server
        self.file = scratch / "haproxy.cfg"
        self.log = scratch / "haproxy.log"
        self.process = None

    def start(self, account):
        port = machine.free_port()
        self.file.write_text(self.CONFIGURATION.format(port=port, server=self.server.port))
        with self.log.open("wb") as log:
            # -db: stay in the foreground, as the one process that is measured.
            self.process = subprocess.Popen(
                [machine.find("haproxy"), "-db", "-f", str(self.file)], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        machine.wait_for_port(port, self.process, 20)
        server_pid = machine.pid_listening_on(self.server.port)
        return Target("HAProxy TCP", Place("127.0.0.1", port), account, self.process.pid, server_pid, False)

    def stop(self):
        stop(self.process, 10)


class ShardingSphere:
    """The other proxy, with tables of its own kind on the demo's primaries."""

    PORT = 23399
    # What its configuration names.
    SERVERS = [Place("127.0.0.1", 13311), Place("127.0.0.1", 13321)]

    def __init__(self, directory):
        self.directory = directory
        self.process = None

    def start(self, servers):
        if servers != self.SERVERS:
            sys.exit(f"ShardingSphere's configuration expects the primaries on {self.SERVERS}, not {servers}: free those ports")
        print("starting ShardingSphere-Proxy, which fetches its jars and makes 4,096 tables first", file=sys.stderr)
        command = [str(ROOT / "benchmarks" / "shardingsphere" / "start"), str(self.directory)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=True)
        machine.wait_for_port(self.PORT, self.process, 600)
        return Place("127.0.0.1", self.PORT)

    def stop(self):
        stop(self.process, 20)


def stop(process, seconds):
    """Ends a process that this program started, and only that one."""
    if process is None or process.poll() is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
