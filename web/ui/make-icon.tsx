import { type ComponentProps, createElement } from "react";

type Shapes = [name: string, attributes: Record<string, string>][];

/** Makes the component of an icon. It takes the place of Lucide's own function, which has options that nothing here uses. */
export default function makeIcon({ node }: { node: Shapes }) {
  return ({ size = 16, ...rest }: ComponentProps<"svg"> & { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {node.map(([name, attributes]) => createElement(name, attributes))}
    </svg>
  );
}
