import { describe, expect, test } from "bun:test";
import { addDays, addMonths, daysIntoWeek, dayText, readDay, weekDays, weeksOf } from "./days.ts";

const today = "2026-11-18";
const read = (text: string, language: string) => readDay(text, language, today);

describe("a typed day", () => {
  test("is read in the order of the language", () => {
    expect(read("12/5/2030", "en")).toBe("2030-12-05");
    expect(read("5.12.2030", "ru")).toBe("2030-12-05");
    expect(read("5.12.30", "de")).toBe("2030-12-05");
    expect(read("5/12/2030", "es")).toBe("2030-12-05");
    expect(read("2030/12/5", "zh")).toBe("2030-12-05");
  });

  test("is read as the API writes it in every language", () => {
    for (const language of ["en", "ru", "de", "es", "zh"]) expect(read("2030-12-05", language)).toBe("2030-12-05");
  });

  test("is read with the name of its month", () => {
    expect(read("Dec 5, 2030", "en")).toBe("2030-12-05");
    expect(read("5 december 30", "en")).toBe("2030-12-05");
    expect(read("5 декабря 2030", "ru")).toBe("2030-12-05");
    expect(read("1 май 2030", "ru")).toBe("2030-05-01");
    expect(read("1 мая", "ru")).toBe("2026-05-01");
  });

  test("without a year is one of this year", () => {
    expect(read("12/5", "en")).toBe("2026-12-05");
    expect(read("5.12", "ru")).toBe("2026-12-05");
  });

  test("whose month would be too large is read the other way round", () => {
    expect(read("31/12/2030", "en")).toBe("2030-12-31");
  });

  test("is refused if there is no such day", () => {
    for (const text of ["", "soon", "2/30/2030", "12", "1/2/3/4", "2030-13-13", "Foo 5, 6", "1/1/20300"])
      expect(read(text, "en")).toBeUndefined();
  });

  test("is read back as it is shown, through a year", () => {
    for (const language of ["en", "ru", "de", "es", "zh"])
      for (let day = "2028-01-01"; day < "2029"; day = addDays(day, 5))
        expect([day, read(dayText(day, language), language)]).toEqual([day, day]);
  });
});

test("a month later is its last day where it is shorter", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2028-02-29", 12)).toBe("2029-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("a month is drawn in six weeks that begin as the language has it", () => {
  const weeks = weeksOf("2026-11-18", "ru");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.at(-1)).toBe("2026-11-01");
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeksOf("2026-11-18", "en")[0]?.[0]).toBe("2026-11-01");
  expect(weekDays("ru")[0]?.long).toBe("понедельник");
  expect(weekDays("en")[0]?.long).toBe("Sunday");
  expect(daysIntoWeek("2026-11-18", "ru")).toBe(2);
});
