type DemoComment = { text: string; author?: string; stars?: number; daysAgo: number };

export type DemoItem = {
  name: string;
  /** True by default. */
  visible?: boolean;
  quantity: number;
  price: number;
  /** 0 by default. */
  discount?: number;
  /** USD by default. */
  currency?: "USD" | "EUR" | "RUB" | "GBP" | "UAH";
  tags: string[];
  badges?: string[];
  simpleDescription: string;
  description: { key: string; value: string }[];
  translations?: {
    ru?: { name?: string; simpleDescription?: string; description?: { key: string; value: string }[] };
  };
  comments?: DemoComment[];
};

/** Holds either subcategories or items, never both. */
export type DemoSubcategory = {
  id: string;
  name: string;
  visible?: boolean;
  ru?: string;
  subcategories?: DemoSubcategory[];
  items?: DemoItem[];
};

export type DemoCategory = { name: string; ru?: string; subcategories: DemoSubcategory[] };

export type DemoProject = { id: string; name: string; displayName: string; categories: DemoCategory[] };
