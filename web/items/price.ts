/** A discount that is still being typed may be more than everything. */
export const discounted = (price: number, discount: number) => price * (1 - Math.min(Math.max(discount, 0), 100) / 100);
