// Pictures that the bundler puts into main's bundle as data URLs.
declare module '*.png?inline' {
  const dataUrl: string;
  export = dataUrl;
}
