insert into account_kinds (kind, belongs_to, limited) values
  ('sales', 'house', false),
  ('commission', 'house', false),
  ('seller_pending', 'seller', false),
  ('seller_available', 'seller', false),
  ('seller_reserved', 'seller', false);
insert into transfer_kinds (kind, debit, credit) values
  ('seller_sale', 'sales', 'seller_pending'),
  ('seller_commission', 'sales', 'commission'),
  ('seller_available', 'seller_pending', 'seller_available'),
  ('seller_reserved', 'seller_pending', 'seller_reserved'),
  ('seller_released', 'seller_reserved', 'seller_available'),
  ('seller_return', 'seller_pending', 'sales'),
  ('seller_return', 'seller_available', 'sales'),
  ('seller_return', 'seller_reserved', 'sales'),
  ('seller_return', 'commission', 'sales');

-- What a seller is owed, by kind of account, as the transfers say.
create or replace view seller_balances as
select seller_id, kind, account_sum(id) as balance_cents from ledger_accounts where seller_id is not null;

-- States of a seller, and what follows each.
create or replace function seller_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('applied', 'verified'), ('applied', 'ended'), ('verified', 'suspended'), ('verified', 'ended'),
  ('suspended', 'verified'), ('suspended', 'ended'));

-- Who had a batch in hand, and why: they buy nothing from it, and neither do accounts linked with them. Whoever changed its prices is
-- one of them, so that nobody makes their own purchase cheaper.
create or replace function batch_insiders(batch uuid) returns table (user_id uuid, why text) language sql stable as $$
  with direct as (
    select importer as user_id, 'handled' as why from batch_importers(batch) importer
    union all
    select unnest(array[proposer_id, decider_id]), 'handled' from proposals
      where subject = batch and kind = 'batch.approval' and decision is distinct from 'withdrawn'
    union all
    select approver, 'handled' from batch_approvers(batch) approver
    union all
    select d.decided_by, 'handled' from quarantines q join quarantine_decisions d on d.quarantine_id = q.id where q.batch_id = batch
    union all
    select actor_id, 'handled' from audit_entries where subject = batch::text and action = 'batch.prices_changed'
    union all
    select s.user_id, 'seller' from batches b join sellers s on s.id = b.seller_id where b.id = batch
    union all
    select u.id, 'seller' from batches b join sellers s on s.id = b.seller_id
      join users u on u.email_verified_at is not null and (
        u.email = s.contact_email or u.email in (select email from seller_contacts where seller_id = s.id))
      where b.id = batch
    union all
    select u.id, 'staff' from users u
      where u.role = 'admin' and exists (select from batches b where b.id = batch and b.seller_id is not null)
  )
  select d.user_id, d.why from direct d where d.user_id is not null
  union
  select peer.user_id, 'linked' from direct d
  join linked_accounts own on own.user_id = d.user_id
  join linked_accounts peer on peer.group_id = own.group_id and peer.user_id <> d.user_id
$$;

-- Why somebody can't buy from a batch; null: they can.
create or replace function self_dealing(buyer uuid, batch uuid) returns text language sql stable as $$
  select why from batch_insiders(batch) where user_id = buyer order by why = 'linked', why limit 1
$$;

-- Sellers wait for the money of these lines longer, each by its time.
create or replace function lengthen_waits(lines uuid[], times interval[]) returns void language sql as $$
  update seller_lines e set due_at = e.due_at + waits.time from unnest(lines, times) as waits (line_id, time)
  where e.line_id = waits.line_id and e.state = 'pending'
$$;

create or replace trigger seller_contacts_append_only before update or delete on seller_contacts
  for each row execute function refuse_change();
create or replace trigger seller_contacts_no_truncate before truncate on seller_contacts
  for each statement execute function refuse_change();

create or replace trigger seller_lines_kept before delete on seller_lines for each row execute function refuse_change();

create or replace trigger sellers_approved before insert or update of state on sellers
  for each row when (new.state = 'verified') execute function refuse_unapproved('seller.verification');
create or replace trigger sellers_transition before update of state on sellers
  for each row when (old.state <> new.state and not seller_may_become(old.state, new.state)) execute function refuse_transition();
