import * as contract from '#contracts/shop/brands.ts';
import { serve } from '#platform/http/serve.ts';
import { addBrand } from './add-brand.ts';
import { changeBrand } from './change-brand.ts';
import { getBrand } from './get-brand.ts';
import { getOfficeBrand } from './get-office-brand.ts';
import { listBrandCategories } from './list-brand-categories.ts';
import { listBrands } from './list-brands.ts';
import { listOfficeBrands } from './list-office-brands.ts';
import { moveProgramme } from './move-programme.ts';
import { removeBrand } from './remove-brand.ts';
import { removeBrandCategory } from './remove-brand-category.ts';
import { saveBrandCategory } from './save-brand-category.ts';

export const brandRoutes = [
  serve(contract.listBrands, listBrands),
  serve(contract.getBrand, getBrand),
  serve(contract.listOfficeBrands, listOfficeBrands),
  serve(contract.getOfficeBrand, getOfficeBrand),
  serve(contract.addBrand, addBrand),
  serve(contract.changeBrand, changeBrand),
  serve(contract.removeBrand, removeBrand),
  serve(contract.moveProgramme, moveProgramme),
  serve(contract.listBrandCategories, listBrandCategories),
  serve(contract.saveBrandCategory, saveBrandCategory),
  serve(contract.removeBrandCategory, removeBrandCategory),
];
