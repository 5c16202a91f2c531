/** The product's name: the title of every page (specification section 2.2). */
export const PRODUCT_NAME = 'Trunkline'
