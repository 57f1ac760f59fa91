/** A table in markdown, its columns aligned so that it can be read on a terminal too: numbers stand at the right. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => header.map((_, column) => (row[column] ?? "").replaceAll("|", "\\|")));
  const columns = header.map((_, column) => ({
    width: Math.max(3, ...cells.map((row) => row[column]!.length)),
    right: cells.slice(1).every((row) => isNumeric(row[column]!)),
  }));
  const line = (row: readonly string[]) => {
    const padded = columns.map(({ width, right }, column) => row[column]![right ? "padStart" : "padEnd"](width));
    return `| ${padded.join(" | ")} |`;
  };
  const rule = columns.map(({ width, right }) => right ? `${"-".repeat(width - 1)}:` : "-".repeat(width));
  return [line(cells[0]!), `| ${rule.join(" | ")} |`, ...cells.slice(1).map(line)].join("\n");
}

/** A number with three digits that count, and its thousands apart; "n/a" for one that could not be had. */
export function figure(number: number): string {
  if (!Number.isFinite(number)) return "n/a";
  const size = Math.abs(number);
  if (size >= 1000) return grouped(Number(number.toPrecision(3)));
  if (size === 0) return "0";
  return number.toFixed(Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}

/** A ratio: two decimals. */
export function ratio(number: number): string {
  return Number.isFinite(number) ? number.toFixed(2) : "n/a";
}

/** Whether a cell begins as a number does, or stands for one that is not there. */
function isNumeric(cell: string): boolean {
  return cell === "" || cell === "n/a" || /^[-–]?\d/.test(cell);
}

function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, " ");
}
