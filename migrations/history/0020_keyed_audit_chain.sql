-- From here on, links are made with a key. Renamed, so that a process of an earlier release can't add one without.
alter table audit_chain rename column hash to link;
alter table audit_chain rename constraint audit_chain_hash_check to audit_chain_link_check;
