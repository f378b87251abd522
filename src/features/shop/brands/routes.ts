import * as contract from '#contracts/shop/brands.ts';
import { serve } from '#platform/http/serve.ts';
import { listBrandCategories } from './categories/list-brand-categories.ts';
import { removeBrandCategory } from './categories/remove-brand-category.ts';
import { saveBrandCategory } from './categories/save-brand-category.ts';
import { getBrand } from './get-brand.ts';
import { listBrands } from './list-brands.ts';
import { addBrand } from './office/add-brand.ts';
import { changeBrand } from './office/change-brand.ts';
import { getOfficeBrand } from './office/get-office-brand.ts';
import { listOfficeBrands } from './office/list-office-brands.ts';
import { moveProgramme } from './office/move-programme.ts';
import { removeBrand } from './office/remove-brand.ts';

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
