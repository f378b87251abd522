-- When a programme's funds end and what it charges for unused ones (L11): null for programmes of earlier releases, which only say it in text.

alter table programmes add column funds jsonb,
  -- Reg E, 12 CFR 1005.20: five years at least, and no fee within a year of the last use.
  add constraint programmes_funds_us check (country <> 'US' or funds is null or (
    coalesce((funds ->> 'expire_after_months')::integer, 60) >= 60
    and coalesce((funds -> 'dormancy_fee' ->> 'after_months')::integer, 12) >= 12));
