-- What issuers say about sold cards, the guarantee, and claims.

alter table order_lines
  -- The programme's guarantee at the sale.
  add column guarantee_hours integer not null default 24 check (guarantee_hours between 1 and 8760),
  -- From the first reveal; later by as long as the issuer couldn't be asked.
  add column guarantee_ends_at timestamptz,
  add column guarantee_paused_seconds bigint not null default 0 check (guarantee_paused_seconds >= 0),
  add column guarantee_reminded_at timestamptz;
update order_lines l set guarantee_hours = p.guarantee_hours,
  guarantee_ends_at = l.revealed_at + p.guarantee_hours * interval '1 hour'
from cards c join programmes p on p.id = c.programme_id where c.id = l.card_id;
alter table order_lines add constraint order_lines_guarantee check (guarantee_ends_at is null or revealed_at is not null);
create index order_lines_guarantees on order_lines (guarantee_ends_at) where state = 'revealed';

-- When the issuer of a programme gave no answer that counts: guarantees stand still.
create table issuer_outages (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- The question that got no answer, and is asked again.
  line_id uuid not null references order_lines (id),
  failure text not null,
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at)
);
create unique index issuer_outages_open on issuer_outages (programme_id) where ended_at is null;

-- Each question about a sold card, and its answer as the issuer signed it.
create table issuer_answers (
  id uuid primary key default uuidv7(),
  line_id uuid not null references order_lines (id),
  cause text not null check (cause in ('check', 'delivery', 'claim', 'return', 'outage')),
  asked_at timestamptz not null,
  failure text,
  status text check (status in ('active', 'unknown', 'inactive', 'redeemed')),
  balance_cents bigint check (balance_cents >= 0),
  -- When it was last redeemed, or that it never was; neither where the issuer doesn't say.
  redeemed_at timestamptz,
  never_redeemed boolean not null default false,
  -- Timestamp, nonce, body and signature, under the key of the batch: the body names the card by a digest of its code.
  sealed bytea,
  check ((failure is null) = (status is not null) and (status is null) = (sealed is null)),
  check (failure is null or (balance_cents is null and redeemed_at is null and not never_redeemed)),
  check (not never_redeemed or (redeemed_at is null and status <> 'redeemed'))
);
create index issuer_answers_line on issuer_answers (line_id, id);
create trigger issuer_answers_kept before update or delete on issuer_answers for each row execute function refuse_change();

-- Cards that came back, off sale until their issuer was asked again.
create table returned_cards (
  card_id uuid primary key references cards (id),
  line_id uuid not null references order_lines (id),
  returned_at timestamptz not null
);

create sequence claim_numbers start with 1001;
create table claims (
  id uuid primary key default uuidv7(),
  number bigint not null unique default nextval('claim_numbers'),
  line_id uuid not null unique references order_lines (id),
  reason text not null check (reason in ('not_active', 'spent', 'wrong_code', 'other')),
  note text not null check (length(note) <= 1000),
  state text not null check (state in ('waiting', 'open', 'refunded', 'goodwill', 'refused', 'dropped')),
  -- The answer that decided it, or went along with the ticket.
  answer_id uuid references issuer_answers (id),
  ticket_id uuid,
  made_at timestamptz not null,
  decided_at timestamptz,
  refund_cents bigint not null default 0 check (refund_cents >= 0),
  check ((decided_at is null) = (state in ('waiting', 'open'))),
  check ((refund_cents > 0) = (state in ('refunded', 'goodwill'))),
  check (state <> 'refunded' or answer_id is not null)
);
create index claims_open on claims (id) where state in ('waiting', 'open');
create function claim_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('waiting', 'open'), ('waiting', 'refunded'), ('waiting', 'refused'), ('waiting', 'dropped'),
  ('open', 'goodwill'), ('open', 'refused'), ('open', 'dropped'), ('refused', 'goodwill'));
create trigger claims_transition before update of state on claims
  for each row when (old.state <> new.state and not claim_may_become(old.state, new.state)) execute function refuse_transition();
create trigger claims_approved before insert or update of state on claims
  for each row when (new.state = 'goodwill') execute function refuse_unapproved('claim.goodwill');
create trigger claims_kept before delete on claims for each row execute function refuse_change();
