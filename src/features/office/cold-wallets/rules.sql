-- What the MAC of a row covers.
create or replace function sealed_facts(r cold_wallets) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.coin, r.name, r.kind, r.source, r.state, r.created_by, micros(r.created_at))::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r cold_wallet_balances) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.wallet_id, micros(r.at), r.height, r.hash, r.units::text)::text;

-- States of a watched wallet, and what follows each.
create or replace function cold_wallet_may_become(before text, after text) returns boolean language sql immutable
  return (before, after) in (('proposed', 'watched'), ('proposed', 'rejected'), ('watched', 'removed'));
create or replace trigger cold_wallets_transition before update of state on cold_wallets
  for each row when (old.state <> new.state and not cold_wallet_may_become(old.state, new.state))
  execute function refuse_transition();
create or replace trigger cold_wallets_approved before insert or update of state on cold_wallets
  for each row when (new.state = 'watched') execute function refuse_unapproved('cold_wallet.addition');
create or replace trigger cold_wallets_removed_by_two before insert or update of state on cold_wallets
  for each row when (new.state = 'removed') execute function refuse_unapproved('cold_wallet.removal');
create or replace trigger cold_wallets_kept before delete on cold_wallets for each row execute function refuse_change();
create or replace trigger cold_wallets_no_truncate before truncate on cold_wallets
  for each statement execute function refuse_change();

create or replace trigger cold_wallet_balances_kept before delete on cold_wallet_balances
  for each row execute function refuse_change();
create or replace trigger cold_wallet_balances_no_truncate before truncate on cold_wallet_balances
  for each statement execute function refuse_change();
