export const discounted = (price: number, discount: number) => price * (1 - discount / 100);
