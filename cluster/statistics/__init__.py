"""Pure statistics on block sums: intervals, estimates, lengths. One function makes every figure that is shown anywhere."""

from cluster.statistics.contrasts import Contrast, contrast
from cluster.statistics.effects import Effect, effects
from cluster.statistics.estimates import SCHEMA, Estimate, component_moments, estimates, estimates_frame
from cluster.statistics.groups import Group, fair_share, groups_of, moments_over, slots_with
from cluster.statistics.head_to_head import Meeting, alpha_rank, head_to_head, payoffs
from cluster.statistics.intervals import CONFIDENCE, Interval, Moments, block_interval, peeking_interval, worst_case_interval
from cluster.statistics.joint import JointSums
from cluster.statistics.outcomes import RoundLengths, check_sums, round_lengths
from cluster.statistics.ratings import Rating, Ratings, ratings
from cluster.statistics.verdicts import BAND, Robustness, Verdict, robustness, verdict

__all__ = [
    "BAND",
    "CONFIDENCE",
    "SCHEMA",
    "Contrast",
    "Effect",
    "Estimate",
    "Group",
    "Interval",
    "JointSums",
    "Meeting",
    "Moments",
    "Rating",
    "Ratings",
    "Robustness",
    "RoundLengths",
    "Verdict",
    "alpha_rank",
    "block_interval",
    "check_sums",
    "component_moments",
    "contrast",
    "effects",
    "estimates",
    "estimates_frame",
    "fair_share",
    "groups_of",
    "head_to_head",
    "moments_over",
    "payoffs",
    "peeking_interval",
    "ratings",
    "robustness",
    "round_lengths",
    "slots_with",
    "verdict",
    "worst_case_interval",
]
