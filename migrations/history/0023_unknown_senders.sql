-- Who may have paid where the node can't tell who did, and a hold for larger sums of unknown senders.

alter table deposits
  add column possible_senders text[] not null default '{}',
  drop constraint deposits_hold_reason,
  add constraint deposits_hold_reason
    check (hold_reason in ('review', 'kept', 'unknown', 'minimum', 'stored', 'monthly'));
alter table unclaimed_deposits add column possible_senders text[] not null default '{}';
