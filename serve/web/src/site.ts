// The page of tidytalk serve without a server.
import './inside';
import './studio';
