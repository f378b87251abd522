-- The shop itself suspends a programme whose claim links don't lead to its issuer (P14).
alter table programme_suspensions alter column suspended_by drop not null;
