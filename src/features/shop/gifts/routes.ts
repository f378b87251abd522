import * as contract from '#contracts/shop/gifts.ts';
import { serve } from '#platform/http/serve.ts';
import { getGift } from './get-gift.ts';
import { listGiftLinks } from './list-gift-links.ts';
import { listGifts } from './list-gifts.ts';
import { makeGift } from './make-gift.ts';
import { makeGifts } from './make-gifts.ts';
import { openGift } from './open-gift.ts';
import { previewGift } from './preview-gift.ts';
import { saveGift } from './save-gift.ts';
import { withdrawGift } from './withdraw-gift.ts';

export const giftRoutes = [
  serve(contract.makeGift, makeGift),
  serve(contract.makeGifts, makeGifts),
  serve(contract.listGifts, listGifts),
  serve(contract.listGiftLinks, listGiftLinks),
  serve(contract.getGift, getGift),
  serve(contract.withdrawGift, withdrawGift),
  serve(contract.previewGift, previewGift),
  serve(contract.openGift, openGift),
  serve(contract.saveGift, saveGift),
];
