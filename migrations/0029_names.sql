-- Columns called by the field's terms.

alter table content_versions rename column words to fields;
alter table order_lines rename column expiry_told_at to expiry_notified_at;
alter table imports rename column stall_told_at to stall_notified_at;
