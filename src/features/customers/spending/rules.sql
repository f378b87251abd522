-- Whose purchases are blocked, and since when.
create or replace view spending_bars as select user_id, blocked_at from spending_blocks where lifted_at is null;
