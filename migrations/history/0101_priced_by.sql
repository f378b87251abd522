-- As before, but whoever changed a batch's prices handles it too: nobody makes their own purchase cheaper.
create or replace function batch_insiders(batch uuid) returns table (user_id uuid, why text) language sql stable as $$
  with direct as (
    select importer as user_id, 'handled' as why from batch_importers(batch) importer
    union all
    select unnest(array[proposer_id, decider_id]), 'handled' from proposals
      where subject = batch and kind = 'batch.approval' and decision is distinct from 'withdrawn'
    union all
    select approved_by, 'handled' from imports where batch_id = batch and approved_by is not null
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
