-- What a transaction pays to an address is one deposit, also by several outputs. Deposits from before stay one for each output.
alter table deposits add column output_ns integer[];
alter table deposits add column output_units numeric(78, 0)[];
alter table deposits add constraint deposits_outputs check (
  (output_ns is null) = (output_units is null)
    and (output_ns is null or (cardinality(output_ns) > 1 and cardinality(output_ns) = cardinality(output_units) and output_ns[1] = n)));
comment on table deposits is
  'Payments seen on a chain, one row for what a transaction pays to an address, until they are credited, held or gone.';
comment on column deposits.n is 'Which of the transaction''s outputs it is, the first of several; 0 for what a transfer of Ether pays.';
comment on column deposits.output_ns is 'Which outputs add up to it; null if it is one.';
comment on column deposits.output_units is 'What each of those outputs holds, in the same order.';
