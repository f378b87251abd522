import * as contract from '#contracts/coins/unclaimed-deposits.ts';
import { serve } from '#platform/http/serve.ts';
import { approveOwner } from './approve-owner.ts';
import { getUnclaimedDeposit } from './get-unclaimed-deposit.ts';
import { listUnclaimedDeposits } from './list-unclaimed-deposits.ts';
import { proposeOwner } from './propose-owner.ts';

export const unclaimedDepositRoutes = [
  serve(contract.listUnclaimedDeposits, listUnclaimedDeposits),
  serve(contract.getUnclaimedDeposit, getUnclaimedDeposit),
  serve(contract.proposeOwner, proposeOwner),
  serve(contract.approveOwner, approveOwner),
];
