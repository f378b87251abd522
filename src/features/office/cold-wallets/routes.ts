import * as contract from '#contracts/office/cold-wallets.ts';
import { serve } from '#platform/http/serve.ts';
import { decideColdWallet } from './decide-cold-wallet.ts';
import { decideColdWalletRemoval } from './decide-cold-wallet-removal.ts';
import { getColdWallet } from './get-cold-wallet.ts';
import { listColdWallets } from './list-cold-wallets.ts';
import { proposeColdWallet } from './propose-cold-wallet.ts';
import { proposeColdWalletRemoval } from './propose-cold-wallet-removal.ts';

export const coldWalletRoutes = [
  serve(contract.listColdWallets, listColdWallets),
  serve(contract.getColdWallet, getColdWallet),
  serve(contract.proposeColdWallet, proposeColdWallet),
  serve(contract.decideColdWallet, decideColdWallet),
  serve(contract.proposeColdWalletRemoval, proposeColdWalletRemoval),
  serve(contract.decideColdWalletRemoval, decideColdWalletRemoval),
];
