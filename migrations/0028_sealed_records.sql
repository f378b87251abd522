-- A block on spending ends with the debt alone. Who lifted one before that stands in the audit log.
alter table spending_blocks drop column lifted_by;
