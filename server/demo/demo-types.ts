type DemoComment = { text: string; author?: string; stars?: number; daysAgo: number };

export type DemoItem = {
  name: string;
  /** Shown when left out. */
  visible?: boolean;
  quantity: number;
  price: number;
  /** None when left out. */
  discount?: number;
  /** USD when left out. */
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
