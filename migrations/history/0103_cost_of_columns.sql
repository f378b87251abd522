-- A process without the master key may not read a batch's data key, and so no whole row of a batch either: what cards cost is
-- worked out from the columns that say it.
create function purchase_cost_cents(card_cost_cents bigint, cost_rate_micro bigint, cost_bp integer, cards bigint, face_cents bigint)
returns bigint language sql immutable
return coalesce(card_cost_cents * cards, round(face_cents::numeric * cost_rate_micro * cost_bp / 10000000000)::bigint);
drop function purchase_cost_cents(batches, bigint, bigint);
