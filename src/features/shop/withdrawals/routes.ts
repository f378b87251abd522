import * as contract from '#contracts/shop/withdrawals.ts';
import { serve } from '#platform/http/serve.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listWithdrawable } from './list-withdrawable.ts';
import { withdrawFromContract } from './withdraw-from-contract.ts';

export const withdrawalRoutes = [
  serve(contract.listWithdrawable, listWithdrawable),
  serve(contract.withdrawFromContract, withdrawFromContract),
  serve(contract.getWithdrawal, getWithdrawal),
];
