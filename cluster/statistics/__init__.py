"""Pure statistics on block sums: intervals, estimates, lengths. One function makes every figure that is shown anywhere."""

from cluster.statistics.estimates import SCHEMA, Estimate, component_moments, estimates, estimates_frame
from cluster.statistics.groups import Group, fair_share, groups_of, moments_over, slots_with
from cluster.statistics.intervals import CONFIDENCE, Interval, Moments, block_interval, peeking_interval, worst_case_interval
from cluster.statistics.outcomes import RoundLengths, check_sums, round_lengths

__all__ = [
    "CONFIDENCE",
    "SCHEMA",
    "Estimate",
    "Group",
    "Interval",
    "Moments",
    "RoundLengths",
    "block_interval",
    "check_sums",
    "component_moments",
    "estimates",
    "estimates_frame",
    "fair_share",
    "groups_of",
    "moments_over",
    "peeking_interval",
    "round_lengths",
    "slots_with",
    "worst_case_interval",
]
