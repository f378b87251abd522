-- The discount that a batch's approver saw: one person alone may go only a little below the prices it gives.
alter table batches add column approved_discount_bp integer check (approved_discount_bp between -5000 and 9000);
update batches set approved_discount_bp = discount_bp where state in ('approved', 'paused');
