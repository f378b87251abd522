import * as contract from '#contracts/supply/sellers.ts';
import { serve } from '#platform/http/serve.ts';
import { addSeller } from './add-seller.ts';
import { changeContact } from './change-contact.ts';
import { getSeller } from './get-seller.ts';
import { listSellers } from './list-sellers.ts';
import { releaseSellerShare } from './release-seller-share.ts';
import { sellerReport } from './seller-report.ts';
import { decideSeller } from './verification/decide-seller.ts';
import { endSeller } from './verification/end-seller.ts';
import { linkLogin } from './verification/link-login.ts';
import { proposeTerms } from './verification/propose-terms.ts';
import { proposeVerification } from './verification/propose-verification.ts';
import { suspendSeller } from './verification/suspend-seller.ts';

export const sellerRoutes = [
  serve(contract.listSellers, listSellers),
  serve(contract.getSeller, getSeller),
  serve(contract.addSeller, addSeller),
  serve(contract.changeContact, changeContact),
  serve(contract.proposeVerification, proposeVerification),
  serve(contract.proposeTerms, proposeTerms),
  serve(contract.decideSeller, decideSeller),
  serve(contract.suspendSeller, suspendSeller),
  serve(contract.endSeller, endSeller),
  serve(contract.linkLogin, linkLogin),
  serve(contract.releaseSellerShare, releaseSellerShare),
  serve(contract.sellerReport, sellerReport),
];
