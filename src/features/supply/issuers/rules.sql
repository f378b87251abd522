create or replace trigger issuer_answers_kept before update or delete on issuer_answers for each row execute function refuse_change();
