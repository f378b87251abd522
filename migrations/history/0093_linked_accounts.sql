-- Accounts that share a device, an address that pays, gifts or a burst of sign-ups belong to a group, whose unverified members
-- share the limits of one person.

create table account_links (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('device', 'funding', 'gifts', 'sign_up')),
  -- The digest of a device's token, or a MAC of the vault: no address, network or e-mail.
  key bytea not null check (length(key) = 32),
  -- Whether it joins its account with the others of this key; most signs need more than one sighting.
  ties boolean not null default false,
  -- Sightings within an hour are one.
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  -- A cut link stays, so that the same sign doesn't tie the account again.
  cut_at timestamptz,
  cut_by uuid references users (id),
  cut_reason text check (length(cut_reason) between 3 and 500),
  unique (kind, key, user_id),
  check ((cut_at is null) = (cut_by is null) and (cut_at is null) = (cut_reason is null))
);
create index account_links_user on account_links (user_id, id);
create index account_links_last on account_links (last_at);

-- What ties nobody any more, because staff know whose it is: an exchange's address, a library's computer.
create table shared_keys (
  kind text not null,
  key bytea not null,
  marked_at timestamptz not null,
  marked_by uuid not null references users (id),
  reason text not null check (length(reason) between 3 and 500),
  primary key (kind, key)
);

-- Accounts without a row are linked with nobody.
create table linked_accounts (
  user_id uuid primary key references users (id),
  group_id uuid not null
);
create index linked_accounts_group on linked_accounts (group_id);

-- New accounts that joined a group under suspicion: they buy nothing until a person releases them.
create table account_waits (
  user_id uuid primary key references users (id),
  why text not null check (why in ('size', 'disabled', 'payment')),
  since timestamptz not null,
  released_at timestamptz,
  released_by uuid references users (id),
  release_reason text check (length(release_reason) between 3 and 500),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);
create index account_waits_open on account_waits (since) where released_at is null;

create function must_wait(account uuid) returns boolean language sql stable as $$
  select exists (select from account_waits w join users u on u.id = w.user_id join linked_accounts l on l.user_id = w.user_id
    where w.user_id = account and w.released_at is null and u.tier = 0)
$$;

-- Whose use of the limits counts together with an account's: the unverified ones of its group. Whoever is verified stands alone.
create function limit_peers(account uuid) returns setof uuid language sql stable as $$
  select account
  union
  select peer.user_id from linked_accounts own
  join linked_accounts peer on peer.group_id = own.group_id
  join users o on o.id = own.user_id and o.tier = 0
  join users p on p.id = peer.user_id and p.tier = 0
  where own.user_id = account
$$;

-- Makes purchases and credits of a group follow one another. Called with the account's balance locked; without a group it
-- locks nothing, because whatever gives the account one waits for that balance.
create function lock_account_group(account uuid) returns void language plpgsql as $$
declare
  found_group uuid;
begin
  loop
    select group_id into found_group from linked_accounts where user_id = account;
    exit when found_group is null;
    perform pg_advisory_xact_lock(93, hashtext(found_group::text));
    -- It may have been joined with another, or cut, while this waited.
    exit when exists (select from linked_accounts where user_id = account and group_id = found_group);
  end loop;
end $$;

-- All accounts that links lead to from one.
create function accounts_tied_to(account uuid) returns uuid[] language sql stable as $$
  -- Accounts and keys take turns, and each is visited once, so a large group costs no more than its links.
  with recursive visited (user_id, kind, key) as (
    select account, null::text, null::bytea
    union
    select next.* from visited v cross join lateral (
      select null::uuid, l.kind, l.key from account_links l
      where l.user_id = v.user_id and l.ties and l.cut_at is null
      union all
      select l.user_id, null, null from account_links l
      where l.kind = v.kind and l.key = v.key and l.ties and l.cut_at is null
    ) next
  )
  select array_agg(user_id order by user_id) from visited where user_id is not null
$$;

-- Links change one at a time: two new ones at once would not see each other, and their groups would stay apart.
create function lock_links() returns void language sql as $$ select pg_advisory_xact_lock(93, 0) $$;

-- Why a group is under suspicion; null: it isn't. A family has at most four unverified accounts.
create function group_suspicion(members uuid[]) returns text language sql stable as $$
  select case
    when exists (select from users where id = any(members) and disabled_at is not null and erased_at is null) then 'disabled'
    when exists (select from deposits where user_id = any(members) and hold_reason in ('review', 'kept'))
      or exists (select from spending_blocks where user_id = any(members) and lifted_at is null) then 'payment'
    when (select count(*) > 4 from users where id = any(members) and tier = 0 and erased_at is null) then 'size'
  end
$$;

-- Writes the groups of these accounts, and of all in a group with them, anew. Returns the accounts that wait from now on.
-- Called under `lock_links`.
create function regroup_accounts(accounts uuid[], seen_at timestamptz) returns uuid[] language plpgsql as $$
declare
  affected uuid[];
  before jsonb;
  seed uuid;
  members uuid[];
  kept uuid;
  name uuid;
  joined uuid[];
  suspicion text;
  waiting uuid[] := '{}';
begin
  perform pg_advisory_xact_lock(93, hashtext(g.group_id::text))
    from (select distinct group_id from linked_accounts where user_id = any(accounts) order by 1) g;
  affected := array(
    select unnest(accounts)
    union select p.user_id from linked_accounts own join linked_accounts p on p.group_id = own.group_id where own.user_id = any(accounts));
  -- Purchases of accounts without a group hold no lock but that of their balance.
  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = any(affected) and a.kind = 'available'
      and not exists (select from linked_accounts where user_id = a.owner_id)
    order by b.account_id for update of b;
  select coalesce(jsonb_object_agg(user_id, group_id), '{}') into before from linked_accounts where user_id = any(affected);
  delete from linked_accounts where user_id = any(affected);
  foreach seed in array affected loop
    continue when exists (select from linked_accounts where user_id = seed);
    members := accounts_tied_to(seed);
    continue when cardinality(members) < 2;
    -- The largest of the old groups keeps its name; of single accounts, the oldest counts as the group.
    select (before ->> m::text)::uuid into kept from unnest(members) m
      where before ? m::text and not exists (select from linked_accounts where group_id = (before ->> m::text)::uuid)
      group by 1 order by count(*) desc, 1 limit 1;
    name := coalesce(kept, uuidv7());
    insert into linked_accounts (user_id, group_id) select m, name from unnest(members) m;
    joined := array(select m from unnest(members) m where case
      when kept is null then m <> (select id from users where id = any(members) order by created_at, id limit 1)
      else before ->> m::text is distinct from kept::text end);
    suspicion := group_suspicion(members);
    continue when suspicion is null;
    with added as (
      insert into account_waits (user_id, why, since)
      select id, suspicion, seen_at from users
      where id = any(joined) and tier = 0 and role = 'buyer' and disabled_at is null and created_at > seen_at - interval '30 days'
      on conflict do nothing returning user_id
    )
    select waiting || array_agg(user_id) into waiting from added;
  end loop;
  return coalesce(waiting, '{}');
end $$;

-- Whether an address that paid many accounts looks like an exchange's: it paid five or more, but no more than a third of all who
-- signed up meanwhile; their sign-ups are not three times as close together as chance has it; and at most a third of them share a
-- device with another. A farm signs up in a row, an exchange's customers don't.
create function looks_like_a_service(payer bytea) returns boolean language sql stable as $$
  with paid as materialized (
    select l.user_id, u.created_at from account_links l join users u on u.id = l.user_id
    where l.kind = 'funding' and l.key = payer order by u.created_at desc limit 200
  ), everybody as (
    select count(*) as joined, (select count(*) from paid) as payers from users
    where created_at between (select min(created_at) - interval '6 hours' from paid) and (select max(created_at) + interval '6 hours' from paid)
  ), near as (
    select
      (select count(*) - 1 from paid o where o.created_at between p.created_at - interval '6 hours' and p.created_at + interval '6 hours') as payers,
      (select count(*) - 1 from users u where u.created_at between p.created_at - interval '6 hours' and p.created_at + interval '6 hours') as joined
    from paid p
  ), alike as (
    select p.user_id from paid p where exists (
      select from account_links own join account_links other on other.kind = own.kind and other.key = own.key and other.user_id <> own.user_id
      where own.user_id = p.user_id and own.kind = 'device' and other.user_id in (select user_id from paid))
  )
  select e.payers >= 5 and e.payers * 3 <= e.joined and (select count(*) from alike) * 3 <= e.payers
    and (select sum(payers) from near) <= greatest(e.payers * 0.5,
      3 * (select sum(joined) from near) * (e.payers - 1) / greatest(1, e.joined - 1))
  from everybody e
$$;

-- Notes that an account was seen with a device, paid from an address, and so on. Returns the accounts that wait from now on.
create function link_account(account uuid, link_kind text, link_key bytea, seen_at timestamptz) returns uuid[] language plpgsql as $$
declare
  tied_before uuid[];
  tied_now uuid[];
  may_tie boolean;
begin
  -- Nearly always it is known: then nobody waits for anybody.
  update account_links set last_at = greatest(last_at, seen_at), times = times + (last_at < seen_at - interval '1 hour')::integer
    where kind = link_kind and key = link_key and user_id = account and (ties or cut_at is not null);
  if found then return '{}'; end if;
  perform lock_links();
  tied_before := array(select user_id from account_links where kind = link_kind and key = link_key and ties and cut_at is null order by 1);
  insert into account_links as l (user_id, kind, key, first_at, last_at) values (account, link_kind, link_key, seen_at, seen_at)
    on conflict (kind, key, user_id) do update set last_at = greatest(l.last_at, seen_at),
      times = l.times + (l.last_at < seen_at - interval '1 hour')::integer;
  -- Once for all accounts of the key: they are judged anew with each that joins them.
  may_tie := not exists (select from shared_keys where kind = link_kind and key = link_key)
    and (link_kind <> 'funding' or not looks_like_a_service(link_key));
  update account_links l set ties = judged.ties
    from (
      select o.id, may_tie and case link_kind
          when 'gifts' then o.times >= 3
          -- Six from one network with one browser within an hour: no household signs up like that.
          when 'sign_up' then o.ties or 6 <= (
            select count(*) from account_links near where near.kind = link_kind and near.key = link_key
              and near.first_at between greatest(o.first_at, seen_at) - interval '1 hour' and least(o.first_at, seen_at) + interval '1 hour')
          else true
        end as ties
      from account_links o where o.kind = link_kind and o.key = link_key
        and (link_kind <> 'sign_up' or not may_tie or o.first_at > seen_at - interval '1 hour')
    ) judged
    where l.id = judged.id and l.ties <> judged.ties;
  tied_now := array(select user_id from account_links where kind = link_kind and key = link_key and ties and cut_at is null order by 1);
  if tied_now = tied_before or (cardinality(tied_before) = 0 and cardinality(tied_now) < 2) then return '{}'; end if;
  return regroup_accounts(array(select unnest(tied_before) union select unnest(tied_now)), seen_at);
end $$;

-- Devices that several accounts signed in from, and addresses that paid several, from before this release.
insert into account_links (user_id, kind, key, ties, first_at, last_at)
select d.user_id, 'device', d.token_hash, true, min(d.created_at), greatest(min(d.created_at), max(d.last_used_at))
from devices d group by d.user_id, d.token_hash;
select regroup_accounts(array(
  select user_id from account_links where kind = 'device' and key in (
    select key from account_links group by kind, key having count(*) > 1)), now());
-- They bought before and are no surprise.
delete from account_waits;
