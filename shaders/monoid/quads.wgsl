/// Four elements that are no vector's components.
alias Quad = array<Element, 4>;
