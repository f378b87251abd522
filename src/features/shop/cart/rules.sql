-- In whose carts cards are, and the most that they may cost there where they were added by value.
create or replace view carted_cards as select card_id, user_id, max_price_cents from cart_items;
