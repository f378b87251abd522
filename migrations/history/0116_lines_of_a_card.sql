-- Before a code is shown, the earlier lines of its card are looked at: each must have been given back.
create index order_lines_card on order_lines (card_id, id);
