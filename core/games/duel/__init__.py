"""What Black and White and Ninety-nine share: two seats, who is on turn, colours, points, and how a duel ends.

A round is one part: in an odd round the leader orders, in the even round after it the other seat. Both parts make one
trick (Black and White) or bout (Ninety-nine), here called a pair of parts. Nothing in this folder is a game by itself.
"""
