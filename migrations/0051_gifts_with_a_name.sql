-- Who gives, in which paper, from which day; and that a recipient's device has the code.
alter table gifts add column giver text not null default '' check (length(giver) <= 60);
alter table gifts add column design text not null default 'card'
  check (design in ('card', 'birthday', 'thanks', 'congratulations', 'holidays'));
alter table gifts add column send_at timestamptz;
alter table gifts add column saved_at timestamptz;
comment on column gifts.giver is 'The name under which the buyer gives it; empty: none.';
comment on column gifts.design is 'The paper that it is wrapped in.';
comment on column gifts.send_at is 'When its link is mailed; null: at once, or never.';
comment on column gifts.saved_at is 'When the device that opened it confirmed that the code is saved: then it is shown no more.';
