"""Samples to a table that can stand in the README."""
from statistics import median


def markdown(facts, samples, options):
    lines = [
        f"Medians of {options.rounds} rounds of {options.seconds} s, targets alternating; text (`--db-ps-mode=disable`) but where a workload is prepared.",
        "",
        " · ".join(f"{name}: {value}" for name, value in facts.items()),
        "",
        "| workload | threads | target | queries/s | of direct | p95 ms | proxy CPU µs/query | server CPU µs/query "
        "| loopback bytes/query | proxy RSS MB |",
        "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    marks = []
    for workload, threads in _in_order((sample.workload, sample.threads) for sample in samples):
        group = [sample for sample in samples if (sample.workload, sample.threads) == (workload, threads)]
        targets = {name: _Medians([s for s in group if s.target == name]) for name in _in_order(s.target for s in group)}
        for name, of in targets.items():
            lines.append(
                f"| {workload} | {threads} | {name} | {of.qps:.0f} | {of.qps / targets['direct'].qps:.2f} "
                f"| {of.p95_millis:.2f} | {_number(of.proxy_micros, 1)} | {of.server_micros:.1f} "
                f"| {of.loopback_bytes:.0f} | {_number(of.proxy_megabytes, 0)} |"
            )
        if "HAProxy TCP" in targets:
            ratio = targets["Pinion"].proxy_micros / targets["HAProxy TCP"].proxy_micros
            marks.append(f"- {workload}, {threads} threads: Pinion's CPU per query is {ratio:.2f} × HAProxy's.")
    return "\n".join(lines + [""] + marks)


class _Medians:
    def __init__(self, samples):
        self.samples = samples

    def __getattr__(self, name):
        values = [getattr(sample, name) for sample in self.samples]
        return None if None in values else median(values)


def _number(value, digits):
    return "–" if value is None else f"{value:.{digits}f}"


def _in_order(values):
    return list(dict.fromkeys(values))
