-- Browsers that asked for a user's notifications.
create or replace view push_browsers as select id, user_id from push_subscriptions;
