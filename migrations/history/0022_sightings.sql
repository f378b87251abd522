-- A sighting belongs to the inputs that it spends, and ends when another transaction spends them or it leaves the mempool.

alter table seen_hints
  -- `txid:index` on BTC and LTC, `sender:nonce` on ETH; empty where the chain hides the inputs.
  add column spends text[],
  -- Since when the transaction is dead: it fixes no rate any more.
  add column gone_at timestamptz;
-- Sightings from before are bound to their own transaction; the next look at the mempool fills in the inputs.
update seen_hints set spends = array[txid];
alter table seen_hints alter column spends set not null;
create index seen_hints_live on seen_hints (coin) where deposit_id is null and gone_at is null;
