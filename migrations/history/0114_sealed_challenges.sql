-- A kept signature of a decision is a whole answer of a passkey. Whoever could write a challenge here, for another purpose or another time,
-- could have it count again: so a challenge carries a MAC over all of its row. Those of before are over after five minutes.
alter table passkey_challenges add column mac bytea check (length(mac) = 32);
