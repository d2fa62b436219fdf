#!/usr/bin/env python3
"""What lost workers cost: a simulation of shards on machines that fail, and the formula it is checked against.

    failures.py              the table of docs/scale.md
    failures.py --check      compares the simulation with the formula, and fails if they differ

A worker fails at random, on average once in MTBF hours, whatever it did before. A shard that it was at is begun again
after RECOVERY hours. The time that a shard of S hours takes then has the mean (MTBF + RECOVERY) (exp(S / MTBF) - 1)
(Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, 2006).
"""

import argparse
import heapq
import math
import random
import sys


def expected(shard, mtbf, recovery):
    """The mean time of a shard with its failures, by the formula."""
    return (mtbf + recovery) * math.expm1(shard / mtbf)


def simulated(shard, mtbf, recovery, rng):
    """The time of one shard with its failures."""
    time = 0.0
    while True:
        until_failure = rng.expovariate(1 / mtbf)
        if until_failure >= shard:
            return time + shard
        time += until_failure + recovery


def run(shards, workers, shard, mtbf, recovery, rng):
    """The end of a run in which each free worker takes the next shard, and the hours that all workers spent on shards."""
    free = [0.0] * workers
    spent = end = 0.0
    for _ in range(shards):
        start = heapq.heappop(free)
        time = simulated(shard, mtbf, recovery, rng)
        spent += time
        end = max(end, start + time)
        heapq.heappush(free, start + time)
    return end, spent


def check(rng):
    """Compares means of the simulation with the formula, and a run of shards with the sum of its parts."""
    worst = 0.0
    for shard, mtbf, recovery in [(0.1, 10, 0.05), (1, 10, 0.05), (1, 1, 0.5), (3, 1, 0), (0.5, 100, 1)]:
        times = [simulated(shard, mtbf, recovery, rng) for _ in range(100_000)]
        mean = sum(times) / len(times)
        error = math.sqrt(sum((time - mean) ** 2 for time in times) / (len(times) - 1) / len(times))
        off = (mean - expected(shard, mtbf, recovery)) / max(error, 1e-12)
        worst = max(worst, abs(off))
        print(f"shard {shard} h, MTBF {mtbf} h, recovery {recovery} h: {mean:.4f} h, formula "
              f"{expected(shard, mtbf, recovery):.4f} h, {off:+.1f} standard errors")
    # Without failures, a run takes as many rounds as its shards need.
    end, spent = run(1001, 100, 1, 1e12, 0, rng)
    print(f"1001 shards of 1 h on 100 workers without failures: {end:.3f} h, {spent:.0f} worker hours")
    return worst < 4 and math.isclose(end, 11) and math.isclose(spent, 1001)


def table(options, rng):
    """For several shard lengths: what is wasted, and when the run ends."""
    work, overhead = options.hours, options.overhead / 3600
    print(f"{work:.0f} hours of work on {options.workers} workers, {options.overhead:g} s for each shard besides, "
          f"{options.recovery * 60:g} minutes to replace a worker")
    print("| shard | shards | MTBF 24 h: lost, end | MTBF 168 h: lost, end | MTBF 1000 h: lost, end |")
    print("| --- | --- | --- | --- | --- |")
    for minutes in [1, 5, 15, 60, 240]:
        shard = minutes / 60
        shards = math.ceil(work / shard)
        cells = []
        for mtbf in [24, 168, 1000]:
            end, spent = run(shards, options.workers, shard + overhead, mtbf, options.recovery, rng)
            cells.append(f"{100 * (spent / work - 1):.1f} %, {end:.2f} h")
        print(f"| {minutes} min | {shards:,} | {' | '.join(cells)} |")
    print(f"ideal: {work / options.workers:.2f} h")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the formula")
    parser.add_argument("--hours", type=float, default=1030, help="hours of one worker without failures")
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--overhead", type=float, default=1, help="seconds that each shard takes besides its games")
    parser.add_argument("--recovery", type=float, default=0.1, help="hours until a lost worker is replaced")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    if not options.check:
        table(options, rng)
    elif not check(rng):
        sys.exit("the simulation and the formula differ")


if __name__ == "__main__":
    main()
