"""One run of sysbench against one target, with the counters of the processes that served it."""
import re
import subprocess
import sys
from collections import namedtuple

from . import machine


class Sample(
    namedtuple(
        "Sample",
        "workload threads target queries seconds qps p95_millis proxy_micros server_micros loopback_bytes proxy_megabytes",
    )
):
    """What one run cost. Micros and bytes are per query; those of the proxy are None for a direct run."""

    def line(self):
        proxy = "" if self.proxy_micros is None else f", proxy {self.proxy_micros:.1f} µs"
        return f"{self.target} {self.qps:.0f}/s, p95 {self.p95_millis:.2f} ms, server {self.server_micros:.1f} µs{proxy}"


def measure(workload, target, threads, seconds):
    user, password = target.account
    command = [
        machine.require("sysbench"),
        *workload.script(target),
        "--db-driver=mysql",
        f"--db-ps-mode={'auto' if workload.prepared else 'disable'}",
        f"--mysql-host={target.place.host}",
        f"--mysql-port={target.place.port}",
        f"--mysql-user={user}",
        f"--mysql-password={password}",
        f"--mysql-db={workload.database(target)}",
        f"--threads={threads}",
        f"--time={seconds}",
        "--events=0",
        "--percentile=95",
        "run",
    ]
    processes = [pid for pid in (target.proxy_pid, target.server_pid) if pid is not None]
    before = [machine.cpu_micros(pid) for pid in processes]
    bytes_before = machine.loopback_bytes()
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60)
    bytes_after = machine.loopback_bytes()
    spent = [machine.cpu_micros(pid) - start for pid, start in zip(processes, before)]
    if done.returncode != 0:
        sys.exit(f"sysbench failed against {target.name}:\n{done.stdout}{done.stderr}")

    queries = int(_number(done.stdout, r"^\s+total:\s+(\d+)"))
    if queries == 0:
        sys.exit(f"no query ended in {seconds} s against {target.name}")
    if _number(done.stdout, r"ignored errors:\s+(\d+)") != 0:
        sys.exit(f"errors against {target.name}:\n{done.stdout}")
    elapsed = _number(done.stdout, r"total time:\s+([\d.]+)s")
    return Sample(
        workload=workload.name,
        threads=threads,
        target=target.name,
        queries=queries,
        seconds=elapsed,
        qps=queries / elapsed,
        p95_millis=_number(done.stdout, r"95th percentile:\s+([\d.]+)"),
        proxy_micros=spent[0] / queries if target.proxy_pid else None,
        server_micros=spent[-1] / queries,
        loopback_bytes=(bytes_after - bytes_before) / queries,
        proxy_megabytes=machine.resident_megabytes(target.proxy_pid) if target.proxy_pid else None,
    )


def _number(text, pattern):
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        sys.exit(f"sysbench printed no {pattern}:\n{text}")
    return float(found.group(1))
